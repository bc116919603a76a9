import Contracts
import Kernel
import ServiceKit

extension Feature {
    /// What people see first: banners, cuisines, featured restaurants.
    package static let homePage = Feature(
        "home-page",
        commands: [CreateBanner.self, ChangeBanner.self, DeleteBanner.self, SetFeatured.self, ImportBanner.self],
        queries: [HomePage.self, AllBanners.self],
        routes: HomePageRoutes.all)
}

enum HomePageRoutes {
    private static let plugin = RestaurantPlugin.name
    private static let editors = Route.Access.permission(RestaurantPermission.manageContent)
    private static let banner = Schema.object([
        "id": .id, "title": .string(), "titles": RestaurantSchemas.texts, "imageId": Schema.string().orNull,
        "imageUrl": Schema.string().orNull, "deepLink": Schema.string().orNull, "startsAt": Schema.time.orNull,
        "endsAt": Schema.time.orNull, "position": .integer(),
    ])
    private static let fields: [String: Schema] = [
        "titles": RestaurantSchemas.texts, "imageId": Schema.id.orNull, "deepLink": Schema.string(0...500).orNull,
        "startsAt": Schema.time.orNull, "endsAt": Schema.time.orNull, "position": .integer(0...10_000),
    ]
    private static let home = Schema.object([
        "banners": .array(banner), "cuisines": .array(.object(["code": .string(), "label": .string()])),
        "featured": .array(RestaurantSchemas.card),
    ])

    static let all: [Route] = [
        .get("/home", HomePage.self, access: .guest, plugin: plugin, query: ["near": RestaurantSchemas.near],
             headers: RestaurantSchemas.language, summary: "Banners that are live, cuisines, featured restaurants", answer: home),
        .get("/banners", AllBanners.self, access: editors, plugin: plugin, headers: RestaurantSchemas.language,
             summary: "All banners, by position", answer: .page(of: banner)),
        .command("POST", "/banners", CreateBanner.self, access: editors, plugin: plugin, body: .object(fields, required: ["titles"]),
                 headers: RestaurantSchemas.language, summary: "Put a banner on the home page", success: 201, answer: banner,
                 example: ["titles": ["ar": "عروض نهاية الأسبوع"], "deepLink": "https://example.org/offers", "position": 1])
            .alsoCheckedByHandler(judgedBy: ["endsAt": "startsAt"]),
        .command("PUT", "/banners/{bannerId}", ChangeBanner.self, access: editors, plugin: plugin, body: .object(fields),
                 headers: RestaurantSchemas.language, summary: "Change a banner; what is not sent stays", answer: banner,
                 refusals: ["404 not-found"]).alsoCheckedByHandler(judgedBy: ["endsAt": "startsAt"]),
        .command("DELETE", "/banners/{bannerId}", DeleteBanner.self, access: editors, plugin: plugin, summary: "Take a banner away",
                 success: 204, refusals: ["404 not-found"]),
        .command("PUT", "/home/featured", SetFeatured.self, access: editors, plugin: plugin,
                 body: .object(["restaurantIds": .array(.id, 0...SetFeatured.most)], required: ["restaurantIds"]),
                 summary: "Choose the restaurants that come first", answer: .object(["restaurantIds": .array(.id)])),
    ]
}
