import Kernel
import ServiceKit

/// What people who work in shops and administrators do with them.
enum ShopOfficeRoutes {
    private static let plugin = PartnerShopListing.name
    private static let staff = Route.Access.roles([ShopPermission.staffRole])
    private static let administration = Route.Access.permission(ShopPermission.manage)

    private static let staffFields: [String: Schema] = [
        "phone": .string(0...40), "openingHours": ShopSchemas.openingHours.orNull, "specialDays": Schema.array(ShopSchemas.specialDay)
            .orNull,
    ]
    /// Required fields are asked for by the service, together with everything else that is wrong. `name` + a language
    /// of the tenant (`nameFr`) are texts.
    private static let fields = Schema.object(staffFields.merging([
        "categoryId": .integer(), "neighborhoodId": .integer(), "discountPercent": .number(), "address": .string(0...1000),
        "latitude": .number(), "longitude": .number(), "vendorUserIds": .array(.string(0...200)),
    ]) { a, _ in a })
    private static let example: JSONValue = [
        "nameFr": "Boulangerie des Lions", "nameAr": "مخبزة الأسود", "categoryId": 1, "neighborhoodId": 2, "discountPercent": 6.5,
        "phone": "041 33 44 55", "address": "12 rue Larbi Ben M'hidi", "latitude": 35.7005, "longitude": -0.644,
        "openingHours": ["sat": [["08:00", "20:00"]], "fri": [["15:00", "20:00"]]],
    ]

    static let all: [Route] = [
        .get("/vendor/shops", OwnShops.self, access: staff, plugin: plugin, query: ShopSchemas.paging, headers: ShopSchemas.language,
             summary: "Shops one works in, in any state", answer: .page(of: ShopSchemas.ownShop)),
        .command("PUT", "/vendor/shops/{shopId}", ChangeOwnShop.self, access: staff, plugin: plugin, body: .object(staffFields),
                 headers: ShopSchemas.language,
                 summary: "Change phone and hours of a shop one works in", answer: ShopSchemas.ownShop,
                 refusals: ["403 not-your-shop", "409 shop-closed"],
                 example: ["specialDays": [["date": "2026-12-31", "hours": [["08:00", "13:00"]]]]]).alsoCheckedByHandler(),
        .command("POST", "/admin/shops", CreateShop.self, access: administration, plugin: plugin, body: fields,
                 headers: ShopSchemas.language,
                 summary: "Add a shop: a draft, with a name in each language", success: 201, answer: ShopSchemas.managedShop,
                 example: example).alsoCheckedByHandler(),
        .command("PUT", "/admin/shops/{shopId}", ChangeShop.self, access: administration, plugin: plugin, body: fields,
                 headers: ShopSchemas.language,
                 summary: "Change a shop; what is not sent stays", answer: ShopSchemas.managedShop, refusals: ["409 shop-closed"],
                 example: ["vendorUserIds": ["7eb37919-a105-4854-be79-26e93e953eb2"]])
            // How far half a place is from the town depends on the other half.
            .alsoCheckedByHandler(judgedBy: ["latitude": "longitude", "longitude": "latitude"]),
        step("publish", PublishShop.self, "Make a draft public"),
        step("suspend", SuspendShop.self, "Take a shop out of sight for a while"),
        step("resume", ResumeShop.self, "Bring a suspended shop back"),
        step("close", CloseShop.self, "Close a shop for good"),
    ]
    private static func step<C: Command>(_ name: String, _ command: C.Type, _ summary: String) -> Route {
        .command("POST", "/admin/shops/{shopId}/\(name)", command, access: administration, plugin: plugin, headers: ShopSchemas.language,
                 summary: summary, answer: ShopSchemas.managedShop, refusals: ["409 invalid-transition"])
    }
}
