import CatalogKit
import CatalogService
import CatalogShops
import Contracts
import Kernel
import Messaging
import ServiceKit
import TestKit

/// One shard of the catalog of a town with partner shops. The time is 2026-11-21 07:00 UTC, a Saturday, 08:00 in Algiers.
final class ShopFixture {
    let shard: ShardHarness<Catalog>

    static let admin = Principal.user("admin", roles: ["admin"])
    static let vendor = Principal.user("vendor", roles: ["vendor"])
    static let ahmed = Principal.user("ahmed", roles: ["member"])
    static let center = Coordinates(latitude: 35.6976, longitude: -0.6337)

    static func definition(_ tenant: TenantID = "town", languages: [String] = ["fr", "ar"],
                           shops: JSONValue = settings) -> TenantDefinition {
        TenantDefinition(
            tenant: tenant, name: "Town", json: .snakeCase, currency: .dzd, timezone: "Africa/Algiers", languages: languages,
            phonePrefix: "+213", sandbox: true,
            roles: ["member": [], "vendor": [], "admin": ["catalog:manage", "campaigns:manage"]], plugins: ["catalog": ["partner-shop"]],
            settings: ["catalog": ["shops": shops]])
    }
    static let settings: JSONValue = [
        "discount": ["minPercent": 5.0, "maxPercent": 8.0], "area": ["latitude": 35.6976, "longitude": -0.6337, "radiusKm": 60],
        "phonePattern": #"\+213([567][0-9]{8}|[2-4][0-9]{7})"#, "shareUrl": "https://town.example/shops/{id}", "favoritesMax": 3,
        "formerMember": ["fr": "Membre", "ar": "عضو"],
        "categories": [
            ["id": 1, "slug": "bakery", "names": ["fr": "Boulangerie", "ar": "مخبزة"], "icon": "🥖"],
            ["id": 2, "slug": "grocery", "names": ["fr": "Épicerie", "ar": "بقالة"], "icon": "🛒"],
        ],
        "neighborhoods": [
            ["id": 1, "slug": "centre", "names": ["fr": "Centre", "ar": "الوسط"], "city": "Oran", "latitude": 35.70, "longitude": -0.64],
            ["id": 2, "slug": "plateau", "names": ["fr": "Plateau", "ar": "البلاطو"], "city": "Oran", "latitude": 35.69,
             "longitude": -0.63],
        ],
        "pages": ["about": ["version": "1", "updatedAt": "2026-01-01T00:00:00Z",
                            "texts": ["fr": ["title": "À propos", "body": "…"], "ar": ["title": "حول", "body": "…"]]]],
        "appEvents": [
            "searchName": "search_performed", "searchProperty": "query",
            "names": ["app_open": [:], "shop_viewed": ["required": ["shopId", "category"]], "search_performed": ["required": ["query"]],
                      "filter_applied": ["required": ["category", "neighborhood"], "nullable": true]],
        ],
    ]

    init(_ definition: TenantDefinition = definition()) throws {
        shard = try ShardHarness(definition: definition)
        try shard.receive(UserRegistered(userId: "ahmed", name: "Ahmed Mohamed", roles: ["member"], locale: "fr"))
        try shard.receive(UserRegistered(userId: "nadia", name: "Nadia", roles: ["member"], locale: "ar"))
        try shard.receive(UserRegistered(userId: "vendor", name: "Karim", roles: ["vendor"], locale: "fr"))
        try shard.markSeen()
    }

    static func edit(_ names: [String: String] = ["fr": "Boulangerie du Centre", "ar": "مخبزة المركز"], category: Int = 1,
                     neighborhood: Int = 1,
                     discount: Double = 7.5, phone: String = "0555 11 12 22", latitude: Double = 35.7031,
                     longitude: Double = -0.6452) -> ShopEdit {
        var edit = ShopEdit()
        edit.names = names
        (edit.categoryId, edit.neighborhoodId, edit.discountPercent) = (.value(category), .value(neighborhood), .value(discount))
        (edit.phone, edit.address) = (.value(phone), .value("12 rue des Lions"))
        (edit.latitude, edit.longitude) = (.value(latitude), .value(longitude))
        return edit
    }

    /// An active shop. Answers its id.
    @discardableResult
    func open(_ edit: ShopEdit = edit()) throws -> Int {
        let made = try shard.send(CreateShop(edit), as: Self.admin)
        let id = made?.json["id"]?.int ?? 0
        _ = try shard.send(PublishShop(shopId: id), as: Self.admin)
        return id
    }
    func open(_ name: String, category: Int = 1, neighborhood: Int = 1, discount: Double = 7.5,
              at place: Coordinates = center) throws -> Int {
        try open(Self.edit(["fr": name], category: category, neighborhood: neighborhood, discount: discount, latitude: place.latitude,
                           longitude: place.longitude))
    }

    func browse(_ parameters: JSONValue = .object([:]), as principal: Principal? = nil) throws -> [Int] {
        let reply = try shard.ask(BrowseShops.self, parameters, as: principal)
        return reply.json["data"]?.array?.compactMap { $0["id"]?.int } ?? [-reply.status]
    }
    func shop(_ id: Int, _ parameters: [String: JSONValue] = [:], as principal: Principal? = nil) throws -> Reply {
        try shard.ask(ShopDetails.self, .object(parameters.merging(["shopId": .string(String(id))]) { a, _ in a }), as: principal)
    }
    func errors(_ reply: Reply?) -> Set<String> { Set(reply?.json["errors"]?.object?.keys.map { $0 } ?? []) }
}

extension Coordinates {
    /// So many degrees further north and east.
    func moved(_ latitude: Double, _ longitude: Double) -> Coordinates {
        Coordinates(latitude: self.latitude + latitude, longitude: self.longitude + longitude)
    }
}
