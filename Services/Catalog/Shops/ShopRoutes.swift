import Kernel
import ServiceKit

/// Finding partner shops, looking at them, keeping them.
enum ShopRoutes {
    static let plugin = PartnerShopListing.name
    static let all: [Route] = finding + keeping + texts

    private static let filters: [String: Schema] = [
        "categoryId": .integer(1...), "neighborhoodId": .integer(1...),
        "search": .string(0...100, "Every word must occur in one of the names; accents, case and Arabic letter forms do not matter"),
        "radius": .string(0...64, "Kilometres; needs a place"), "openNow": .boolean,
        "sort": .oneOf("distance", "name", "rating", "discount", "newest", "recently_rated"),
    ]
    private static let finding: [Route] = [
        .get("/neighborhoods", Neighborhoods.self, access: .guest, plugin: plugin, query: ShopSchemas.paging, headers: ShopSchemas.language,
             summary: "Parts of the town, with the number of shops in each",
             answer: .page(
                 of: .object(["id": .integer(), "slug": .string(), "name": .string(), "nameFr": .string(), "nameAr": .string(),
                              "city": .string(), "latitude": .number(), "longitude": .number(), "shopsCount": .integer()]))),
        .get("/categories", ShopCategories.self, access: .guest, plugin: plugin, query: ShopSchemas.paging, headers: ShopSchemas.language,
             summary: "Kinds of shops, with the number of each",
             answer: .page(
                 of: .object(["id": .integer(), "slug": .string(), "name": .string(), "nameFr": .string(), "nameAr": .string(),
                              "icon": .string(), "shopsCount": .integer()]))),
        .get("/shops", BrowseShops.self, access: .guest, plugin: plugin,
             query: ShopSchemas.place.merging(filters.merging(ShopSchemas.paging) { a, _ in a }) { a, _ in a },
             headers: ShopSchemas.language, summary: "Active shops by category, neighborhood, words, place and opening hours",
             answer: ShopSchemas.cards, example: ["search": "boulangerie", "sort": "rating"]),
        .get("/shops/nearby", NearbyShops.self, access: .guest, plugin: plugin,
             query: ShopSchemas.place.merging(filters.merging(ShopSchemas.paging) { a, _ in a }) { a, _ in a },
             headers: ShopSchemas.language,
             summary: "Active shops around a place, the nearest first", answer: ShopSchemas.cards,
             example: ["latitude": "35.6976", "longitude": "-0.6337"]),
        .get("/shops/{shopId}", ShopDetails.self, access: .guest, plugin: plugin, query: ShopSchemas.place, headers: ShopSchemas.language,
             summary: "One active shop with hours, ratings and campaigns", answer: ShopSchemas.shop),
    ]
    private static let keeping: [Route] = [
        .get("/favorites", FavoriteShops.self, access: .user, plugin: plugin, query: ShopSchemas.paging, headers: ShopSchemas.language,
             summary: "Shops somebody keeps, the newest first", answer: ShopSchemas.cards),
        .command("PUT", "/favorites/{shopId}", MarkShopFavorite.self, access: .user, plugin: plugin, summary: "Keep a shop", success: 204,
                 refusals: ["409 favorites-limit"]),
        .command("DELETE", "/favorites/{shopId}", UnmarkShopFavorite.self, access: .user, plugin: plugin, summary: "Keep a shop no longer",
                 success: 204),
    ]
    private static let texts: [Route] = [
        .get("/app-config", ShopAppConfig.self, access: .guest, plugin: plugin,
             summary: "Versions, plans, limits and numbers the app starts with",
             answer: .object(
                 ["minSupportedVersion": .string(), "latestVersion": .string(), "features": .object(["inAppPayments": .boolean]),
                  "plans": .array(.object(["months": .integer(), "price": .money, "pricePerMonth": .money, "savingPercent": .integer()])),
                  "nearby": .object(["defaultRadiusKm": .number(), "maxRadiusKm": .number(), "radiusChoicesKm": .array(.number())]),
                  "counts": .object(["shops": .integer(), "categories": .integer(), "neighborhoods": .integer()]),
                  "languages": .array(.string()), "support": .object(["email": .string(), "phone": .string()])])),
        .get("/pages/{slug}", InformationPage.self, access: .guest, plugin: plugin, headers: ShopSchemas.language,
             summary: "A text: about, help, terms, privacy",
             answer: .object(["slug": .string(), "title": .string(), "body": .string(), "version": .string(), "updatedAt": .time])),
    ]
}
