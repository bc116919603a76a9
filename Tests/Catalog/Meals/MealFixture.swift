import CatalogMeals
import CatalogService
import Contracts
import Kernel
import Messaging
import ServiceKit
import TestKit

/// One shard of the catalog with restaurants of Riyadh. The time is 2026-11-21 07:00 UTC, a Saturday, 10:00 in Riyadh.
final class MealFixture {
    let shard: ShardHarness<Catalog>

    static let sofra: RestaurantID = "sofra-24"
    static let small: RestaurantID = "matbakh-saghir"
    static let draft: RestaurantID = "tajriba-jadida"
    static let owner = Principal.user("salman", roles: ["owner"])
    static let otherOwner = Principal.user("hind", roles: ["owner"])
    static let customer = Principal.user("noura", roles: ["customer"])
    static let admin = Principal.user("reem", roles: ["admin"])
    static let home: JSONValue = ["lat": 24.7040, "lng": 46.6890]
    static let work: JSONValue = ["lat": 24.7560, "lng": 46.7060]
    static let far: JSONValue = ["lat": 24.9570, "lng": 46.6988]
    static let sar = Currency("SAR") ?? .eur

    static let definition = TenantDefinition(
        tenant: "sofra", name: "سفرة", currency: sar, timezone: "Asia/Riyadh", languages: ["ar", "en"], sandbox: true,
        roles: ["customer": ["orders:place"], "owner": ["restaurants:manage"],
                "admin": ["restaurants:manage", "restaurants:manage-any", "restaurants:approve"]],
        plugins: ["catalog": ["restaurant"]],
        settings: ["catalog": [
            "restaurants": ["cuisines": [["code": "saudi", "names": ["ar": "سعودي"]]]],
            "quotes": ["serviceFee": 200, "taxPercent": 15, "quoteMinutes": 15, "cashLimit": 50_000],
        ]])

    init() throws {
        shard = try ShardHarness(definition: Self.definition)
        try shard.receive(Self.restaurant(Self.sofra, place: GeoPoint(lat: 24.7136, lng: 46.6753), free: 15_000, zones: [
            Self.circle("near", 24.7136, 46.6753, 3000, fee: 900, minimum: 3000),
            Self.circle("wide", 24.7136, 46.6753, 8000, fee: 1500, minimum: 5000),
        ]))
        try shard.receive(Self.restaurant(Self.small, place: GeoPoint(lat: 24.7150, lng: 46.6790), most: 1, zones: [
            Self.circle("all", 24.7150, 46.6790, 5000, fee: 1000, minimum: 0),
        ]))
        try shard.receive(Self.restaurant(Self.draft, status: "draft", place: GeoPoint(lat: 24.7, lng: 46.7), zones: []))
        try shard.receive(Self.menu)
        try shard.receive(ImportMenu(restaurantId: Self.small, categories: [
            .init(id: "small-food", names: ["ar": "الأطباق"], items: [.init(id: "jareesh", names: ["ar": "جريش"], price: 2200)]),
        ]))
        try shard.receive(ImportMenu(restaurantId: Self.draft, categories: [
            .init(id: "draft-food", names: ["ar": "الأطباق"], items: [.init(id: "draft-dish", names: ["ar": "طبق"], price: 100)]),
        ]))
        try shard.markSeen()
    }

    static let menu = ImportMenu(restaurantId: sofra, categories: [
        .init(id: "mains", names: ["ar": "الأطباق الرئيسية", "en": "Mains"], items: [
            .init(id: "kabsa", names: ["ar": "كبسة دجاج", "en": "Chicken kabsa"], price: 2800, optionGroups: [
                .init(id: "size", names: ["ar": "الحجم"], min: 1, max: 1, options: [
                    .init(id: "half", names: ["ar": "نصف"], priceDelta: 0), .init(id: "full", names: ["ar": "كامل"], priceDelta: 2400),
                    .init(id: "feast", names: ["ar": "وليمة"], priceDelta: 9000, available: false),
                ]),
                .init(id: "extras", names: ["ar": "إضافات"], min: 0, max: 2, options: [
                    .init(id: "rice", names: ["ar": "أرز إضافي"], priceDelta: 600),
                    .init(id: "daqoos", names: ["ar": "دقوس"], priceDelta: 200),
                    .init(id: "salad", names: ["ar": "سلطة"], priceDelta: 500),
                ]),
            ]),
            .init(id: "mandi", names: ["ar": "مندي لحم"], price: 4900),
            .init(id: "marqooq", names: ["ar": "مرقوق"], price: 3200, available: false),
        ]),
        .init(id: "more", names: ["ar": "الحلويات والمشروبات"], items: [
            .init(id: "laban", names: ["ar": "لبن"], price: 400), .init(id: "water", names: ["ar": "ماء"], price: 0),
            .init(id: "kunafa", names: ["ar": "كنافة بالقشطة"], price: 1800, stock: 3),
        ]),
    ])

    static func circle(_ name: String, _ lat: Double, _ lng: Double, _ radius: Int, fee: Int, minimum: Int) -> JSONValue {
        ["id": .string(name), "name": .string(name), "fee": sar(fee), "minimumOrder": sar(minimum),
         "shape": ["type": "Circle", "center": ["lat": .double(lat), "lng": .double(lng)], "radiusMeters": .int(radius)]]
    }
    static func sar(_ amount: Int) -> JSONValue { ["amount": .int(amount), "currency": "SAR"] }

    static func restaurant(_ id: RestaurantID, status: String = "active", place: GeoPoint, most: Int? = nil, free: Int? = nil,
                           zones: [JSONValue]) -> ImportRestaurant {
        let always: [JSONValue] = (0...6).map { ["dayOfWeek": .int($0), "opens": "00:00", "closes": "24:00"] }
        return ImportRestaurant(
            restaurantId: id, ownerId: owner.userID, slug: id.rawValue, status: status, names: ["ar": "سفرة ٢٤", "en": "Sofra 24"],
            descriptions: [:], cuisines: ["saudi"], phone: "+966500000103", location: place, addressLine: "شارع العليا ١٢", prepMinutes: 20,
            maxActiveOrders: most, freeDeliveryAbove: free.map { Money($0, sar) }, commissionBasisPoints: 1500, hours: always,
            exceptions: [], zones: zones, featured: nil, createdAt: Timestamp("2026-10-01T07:00:00Z") ?? .distantPast)
    }

    // MARK: - Sending

    @discardableResult
    func post(_ type: MessageType, _ body: JSONValue, as principal: Principal = owner) throws -> (status: Int, json: JSONValue) {
        let reply = try shard.send(raw: String(decoding: JSON.encode(body), as: UTF8.self), type: type, as: principal)
        guard let reply else { return (0, .null) }
        return (reply.status, reply.body.isEmpty ? .null : reply.json)
    }

    @discardableResult
    func quote(_ items: [JSONValue], at restaurant: RestaurantID = sofra, to location: JSONValue = home, tip: JSONValue? = nil,
               as principal: Principal = customer) throws -> (status: Int, json: JSONValue) {
        var body: [String: JSONValue] = ["restaurantId": .string(restaurant.rawValue), "items": .array(items), "location": location]
        body["tip"] = tip
        return try post("catalog.make-quote.v1", .object(body), as: principal)
    }
    static func line(_ item: String, _ quantity: Int = 1, _ options: [String] = [], note: String? = nil) -> JSONValue {
        ["menuItemId": .string(item), "quantity": .int(quantity), "options": .array(options.map { .string($0) }),
         "note": note.map { .string($0) } ?? .null]
    }

    /// The id of a quote that can be ordered: so many of an item, at `sofra-24` with a dish that reaches its minimum.
    func orderable(_ item: String = "mandi", _ quantity: Int = 1, at restaurant: RestaurantID = sofra) throws -> QuoteID {
        let more = restaurant == Self.sofra && item != "mandi" ? [Self.line("mandi")] : []
        return QuoteID(try quote([Self.line(item, quantity)] + more, at: restaurant).json["id"]?.string ?? "")
    }
    /// The order and the claim have one name.
    func claim(_ name: String, _ quote: QuoteID, by user: User.ID = customer.userID, method: String = "card",
               language: String? = nil) throws {
        try shard.receive(ClaimQuote(claimId: ClaimID(name), orderId: OrderID("order-" + name), quoteId: quote, customerId: user,
                                     method: method, placedAt: shard.now, expiresAt: shard.now + .minutes(60), language: language))
    }
    func confirm(_ name: String) throws { try shard.receive(ConfirmQuote(claimId: ClaimID(name), orderId: OrderID("order-" + name))) }
    func release(_ name: String, _ parts: [ReleaseQuote.Part] = ReleaseQuote.Part.allCases) throws {
        try shard.receive(ReleaseQuote(claimId: ClaimID(name), orderId: OrderID("order-" + name), parts: parts))
    }

    // MARK: - Reading

    func menu(of restaurant: RestaurantID = sofra, as principal: Principal = owner) throws -> JSONValue {
        try shard.ask(RestaurantMenu.self, ["restaurantId": .string(restaurant.rawValue)], as: principal).json
    }
    func item(_ id: String, of restaurant: RestaurantID = sofra, as principal: Principal = owner) throws -> JSONValue? {
        try menu(of: restaurant, as: principal)["items"]?.array?.first { $0["id"]?.string == id }
    }
    /// Free portions as the owner sees them.
    func stock(_ id: String) throws -> Int? { try item(id)?["stock"]?.int }
    func versions() throws -> [Int] { try shard.published(MenuChanged.self).map(\.version) }
    func claimed() throws -> [String] { try shard.published(QuoteClaimed.self).map(\.claimId.rawValue) }
    func refused() throws -> [String] { try shard.published(QuoteRefused.self).map(\.slug) }
}

extension JSONValue {
    /// `code` of each problem of a quote.
    var codes: [String] { self["problems"]?.array?.compactMap { $0["code"]?.string } ?? [] }
    /// The amount of a member that is money.
    func amount(_ name: String) -> Int? { self[name]?["amount"]?.int }
}
