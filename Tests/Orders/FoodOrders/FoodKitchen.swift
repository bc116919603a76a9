import Contracts
import Kernel
import Messaging
import OrdersDeliveries
import OrdersFood
import OrdersKit
import OrdersService
import ServiceKit
import TestKit
import Testing

/// The orders shard of an app with one restaurant; plays the catalog, payments and couriers by hand.
final class FoodKitchen {
    static let noura = Principal.user("noura", roles: ["customer"])
    static let fahad = Principal.user("fahad", roles: ["customer"])
    static let salman = Principal.user("salman", roles: ["owner"])
    static let hind = Principal.user("hind", roles: ["owner"])
    static let yasser = Principal.user("yasser", roles: ["courier"])
    static let khaled = Principal.user("khaled", roles: ["support"])
    static let mona = Principal.user("mona", roles: ["accountant"])
    static let omar = Principal.user("omar", roles: ["developer"])
    static let dana = Principal.user("dana", roles: ["social_media"])
    static let restaurant: RestaurantID = "sofra-24"
    static let opening = Timestamp("2026-11-21T07:00:00Z") ?? .distantPast

    static let roles: [String: [String]] = [
        "customer": ["orders:place"], "owner": ["restaurants:manage", "wallet:own"], "courier": ["deliveries:ride", "wallet:own"],
        "support": ["orders:read-all", "orders:read-contacts", "orders:cancel", "deliveries:override"],
        "accountant": ["orders:read-all", "reports:read"], "social_media": ["content:manage"],
        "developer": ["orders:place", "restaurants:manage", "restaurants:manage-any", "orders:read-all", "orders:read-contacts",
                      "orders:cancel", "deliveries:override", "reports:read"],
    ]
    static let definition = TenantDefinition(
        tenant: "sofra", name: "Sofra", currency: sar, timezone: "Asia/Riyadh", languages: ["ar", "en"], phonePrefix: "+966", sandbox: true,
        roles: roles, plugins: ["orders": ["food-order"]],
        settings: ["auth": ["phonePattern": #"\+966[1-9][0-9]{8}|\+(?!966)[1-9][0-9]{7,14}"#],
                   "catalog": ["quotes": ["serviceFee": 200, "cashLimit": 50_000],
                               "restaurants": ["cuisines": [["code": "saudi", "names": ["ar": "سعودي", "en": "Saudi"]]]]]])
    static let sar = Currency("SAR") ?? .eur

    let shard: ShardHarness<Orders>
    private var requests = 0

    init() throws {
        shard = try ShardHarness(Orders.self, definition: Self.definition, now: Self.opening)
        for (id, name, phone) in [("noura", "نورة العتيبي", "+966500000101"), ("fahad", "فهد القحطاني", "+966500000102"),
                                  ("salman", "سلمان الدوسري", "+966500000103"), ("yasser", "ياسر الحربي", "+966500000105")] {
            try shard.receive(UserRegistered(userId: User.ID(id), name: name, email: "\(id)@sofra.test", phone: phone, roles: []))
        }
        try shard.receive(RestaurantChanged(
            restaurantId: Self.restaurant, change: .approved, ownerId: "salman", slug: "sofra-24", names: Self.names, status: "active",
            mode: "normal", extraMinutes: 0, until: nil, prepMinutes: 20, commissionBasisPoints: 1500, phone: "+966110000000",
            location: Self.place, addressLine: "العليا", rating: 4.6, ratingCount: 8))
        try shard.markSeen()
    }

    static let names = ["ar": "سفرة ٢٤", "en": "Sofra 24"]
    static let place = GeoPoint(lat: 24.7136, lng: 46.6753)
    static let home = GeoPoint(lat: 24.7040, lng: 46.6890)
    static func money(_ amount: Int) -> Money { Money(amount, sar) }

    /// The quote of the specification's first walkthrough: 62.00 of food, 9.00 delivery, 2.00 fee, 5.00 tip.
    static let quote = QuoteContent(
        lines: [
            .init(menuItemId: "kabsa", names: ["ar": "كبسة دجاج"], quantity: 1, unitPrice: money(5400), options: [], note: "بدون بصل",
                  lineTotal: money(5400)),
            .init(menuItemId: "laban", names: ["ar": "لبن"], quantity: 2, unitPrice: money(400), options: [], note: nil,
                  lineTotal: money(800)),
        ],
        totals: .init(subtotal: money(6200), deliveryFee: money(900), serviceFee: money(200), tip: money(500), total: money(7800),
                      taxIncluded: money(952)),
        zone: .init(id: "near", name: "قريب"), etaMinutes: .init(min: 31, max: 41), location: home, distanceMeters: 1748)

    struct Placed {
        let request: String
        let id: OrderID
        let claim: ClaimID
        let payment: PaymentID
    }

    /// Asks for an order; the catalog has not answered yet.
    func ask(_ method: String = "cash", as customer: Principal = noura, methodId: String? = nil, leaveAtDoor: Bool? = nil,
             phone: String? = nil, attributes: [String: String] = [:]) throws -> (request: String, claim: ClaimQuote?) {
        requests += 1
        try shard.markSeen()
        let request = "request-\(requests)"
        let reply = try shard.send(
            PlaceFoodOrder(quoteId: QuoteID("quote-\(requests)"), payment: .init(method: method, paymentMethodId: methodId),
                           address: .init(line: "شارع العليا ١٢", details: "الدور الثاني", phone: phone),
                           note: nil, leaveAtDoor: leaveAtDoor),
            as: customer, id: request, attributes: attributes)
        if let reply { #expect(reply.status >= 400) }
        return (request, try shard.published(ClaimQuote.self).last)
    }
    /// The catalog's answer to a claim.
    func claimed(_ claim: ClaimQuote) -> QuoteClaimed {
        QuoteClaimed(
            claimId: claim.claimId, orderId: claim.orderId, quoteId: claim.quoteId, customerId: claim.customerId, quote: Self.quote,
            restaurant: .init(id: Self.restaurant, ownerId: "salman", names: Self.names, location: Self.place, addressLine: "العليا",
                              phone: "+966110000000", prepMinutes: 20, extraMinutes: 0, commissionBasisPoints: 1500),
            expiresAt: claim.expiresAt)
    }
    func place(_ method: String = "cash", as customer: Principal = noura, methodId: String? = nil,
               leaveAtDoor: Bool? = nil, phone: String? = nil) throws -> Placed {
        let asked = try ask(method, as: customer, methodId: methodId, leaveAtDoor: leaveAtDoor, phone: phone)
        let claim = try #require(asked.claim)
        try shard.receive(claimed(claim))
        let answer = try #require(try shard.answer(to: asked.request))
        #expect(answer.status == 201)
        return Placed(request: asked.request, id: claim.orderId, claim: claim.claimId,
                      payment: PaymentID(answer.body["payment"]?["id"]?.string ?? ""))
    }
    /// A card order that is paid.
    func placePaid(as customer: Principal = noura) throws -> Placed {
        let placed = try place("card", as: customer)
        try pay(placed)
        return placed
    }
    func pay(_ placed: Placed, _ amount: Int = 7800, as customer: Principal = noura) throws {
        try shard.receive(PaymentSucceeded(paymentId: placed.payment, orderId: placed.id, userId: customer.userID, amount: amount,
                                           currency: Self.sar, attempt: 1))
    }

    @discardableResult
    func accept(_ id: OrderID, _ minutes: Int? = nil, as owner: Principal = salman) throws -> Reply? {
        try shard.send(AcceptFoodOrder(orderId: id, prepMinutes: minutes), as: owner)
    }
    @discardableResult
    func prepare(_ id: OrderID, as owner: Principal = salman) throws -> Reply? { try shard.send(PrepareFoodOrder(orderId: id), as: owner) }
    @discardableResult
    func ready(_ id: OrderID, as owner: Principal = salman) throws -> Reply? { try shard.send(FinishFoodOrder(orderId: id), as: owner) }
    @discardableResult
    func cancel(_ id: OrderID, _ reason: String, as user: Principal, note: String? = nil, acceptedFee: Int? = nil) throws -> Reply? {
        try shard.send(CancelFoodOrder(orderId: id, reason: reason, note: note, acceptedFee: acceptedFee.map(Self.money)), as: user)
    }
    func order(_ id: OrderID, as user: Principal = noura) throws -> JSONValue {
        try shard.ask(FoodOrderDetails.self, ["orderId": .string(id.rawValue)], as: user).json
    }
    func status(_ id: OrderID) throws -> String? { try order(id)["status"]?.string }
    /// Sums of the entries of each account of the transactions that were posted since `markSeen`.
    func posted() throws -> [PostLedger] { try shard.published(PostLedger.self) }
}
