import CatalogKit
import CatalogRestaurants
import CatalogService
import Contracts
import Kernel
import Messaging
import ServiceKit
import TestKit

/// One shard of the catalog of a town with restaurants. The time is 2026-11-21 07:00 UTC, a Saturday, 10:00 in Riyadh.
final class RestaurantFixture {
    let shard: ShardHarness<Catalog>

    static let owner = Principal.user("salman", roles: ["owner"])
    static let otherOwner = Principal.user("hind", roles: ["owner"])
    static let customer = Principal.user("noura", roles: ["customer"])
    static let admin = Principal.user("reem", roles: ["admin"])
    static let supervisor = Principal.user("layan", roles: ["supervisor"])
    static let accountant = Principal.user("mona", roles: ["accountant"])
    static let editor = Principal.user("dana", roles: ["social_media"])

    static func definition(_ tenant: TenantID = "food") -> TenantDefinition {
        TenantDefinition(
            tenant: tenant, name: "Food", currency: Currency("SAR") ?? .eur, timezone: "Asia/Riyadh", languages: ["ar", "en"],
            phonePrefix: "+966", sandbox: true,
            roles: [
                "customer": ["orders:place"], "owner": ["restaurants:manage"], "supervisor": ["restaurants:approve", "reviews:moderate"],
                "accountant": ["commission:set"], "social_media": ["content:manage", "reviews:moderate"],
                "admin": ["restaurants:manage", "restaurants:manage-any", "restaurants:approve", "commission:set", "content:manage"],
            ],
            plugins: ["catalog": ["restaurant"]],
            settings: ["catalog": ["restaurants": [
                "deepLinkScheme": "food",
                "cuisines": [
                    ["code": "saudi", "names": ["ar": "سعودي", "en": "Saudi"]], ["code": "pizza", "names": ["ar": "بيتزا", "en": "Pizza"]],
                    ["code": "seafood", "names": ["ar": "مأكولات بحرية", "en": "Seafood"]],
                ],
            ]]])
    }

    init() throws { shard = try ShardHarness(definition: Self.definition()) }

    // MARK: - What is sent

    static let always: JSONValue = .array((0...6).map { ["dayOfWeek": .int($0), "opens": "00:00", "closes": "24:00"] })
    static func sar(_ amount: Int) -> JSONValue { ["amount": .int(amount), "currency": "SAR"] }
    static func circle(_ name: String = "قريب", lat: Double = 24.7136, lng: Double = 46.6753, radius: Int = 3000, fee: Int = 900,
                       minimum: Int = 3000) -> JSONValue {
        ["name": .string(name), "fee": sar(fee), "minimumOrder": sar(minimum),
         "shape": ["type": "Circle", "center": ["lat": .double(lat), "lng": .double(lng)], "radiusMeters": .int(radius)]]
    }
    static func edit(_ name: String = "سفرة ٢٤", english: String? = nil, slug: String? = nil, cuisines: [String] = ["saudi"],
                     lat: Double = 24.7136, lng: Double = 46.6753) -> RestaurantEdit {
        var edit = RestaurantEdit()
        edit.names = .value(english.map { ["ar": .string(name), "en": .string($0)] } ?? ["ar": .string(name)])
        if let slug { edit.slug = .value(slug) }
        (edit.cuisines, edit.phone, edit.addressLine) = (.value(cuisines), .value("٠٥٠٠٠٠٠١٠٣"), .value("شارع العليا ١٢"))
        edit.location = .value(["lat": .double(lat), "lng": .double(lng)])
        return edit
    }

    // MARK: - What is there

    @discardableResult
    func add(_ edit: RestaurantEdit = edit(), as owner: Principal = owner) throws -> RestaurantID {
        RestaurantID(try shard.send(CreateRestaurant(edit), as: owner)?.json["id"]?.string ?? "none")
    }
    /// Open around the clock with one zone around it and a dish, approved.
    @discardableResult
    func addActive(_ edit: RestaurantEdit = edit(), zones: [JSONValue]? = nil, hours: JSONValue = always, as owner: Principal = owner)
        throws -> RestaurantID {
        var edit = edit
        edit.hours = .value(hours)
        let place = edit.location.over(nil)
        if case .double(let lat)? = place?["lat"], case .double(let lng)? = place?["lng"] {
            edit.zones = .value(.array(zones ?? [Self.circle(lat: lat, lng: lng)]))
        }
        let id = try add(edit, as: owner)
        try dish("كبسة دجاج", of: id)
        try shard.send(ApproveRestaurant(restaurantId: id), as: Self.supervisor)
        return id
    }
    /// Something to order.
    func dish(_ name: String, of id: RestaurantID) throws {
        dishes += 1
        let item = ImportMenu.Item(id: MenuItemID("item-\(dishes)"), names: ["ar": name], price: 2800)
        try shard.receive(ImportMenu(restaurantId: id, categories: [
            ImportMenu.Category(id: MenuCategoryID("category-\(dishes)"), names: ["ar": "أطباق"], items: [item]),
        ]))
    }
    private var dishes = 0

    func details(_ id: RestaurantID, as principal: Principal = customer) throws -> Reply {
        try shard.ask(RestaurantDetails.self, ["restaurantId": .string(id.rawValue)], as: principal)
    }
    func opening(_ id: RestaurantID, at: String? = nil) throws -> JSONValue {
        var question: [String: JSONValue] = ["restaurantId": .string(id.rawValue)]
        if let at { question["at"] = .string(at) }
        return try shard.ask(RestaurantOpening.self, .object(question), as: Self.customer).json
    }
    func browse(_ question: JSONValue = [:]) throws -> JSONValue {
        try shard.ask(BrowseRestaurants.self, question, as: Self.customer).json
    }
    func slugs(_ question: JSONValue = [:]) throws -> [String] {
        try browse(question)["data"]?.array?.compactMap { $0["slug"]?.string } ?? ["?"]
    }
    func errors(_ reply: Reply?) -> Set<String> { Set(reply?.json["errors"]?.object?.keys.map { $0 } ?? []) }
}
