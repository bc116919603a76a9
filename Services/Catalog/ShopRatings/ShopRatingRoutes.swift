import CatalogShops
import Kernel
import ServiceKit

/// What people say of shops.
enum ShopRatingRoutes {
    private static let plugin = PartnerShopListing.name
    private static let comment = Schema.string(0...2000, "At most 500 code points; line breaks are fine").orNull

    static let all: [Route] = [
        .get("/ratings", ShopRatings.self, access: .guest, plugin: plugin,
             query: ShopSchemas.paging.merging(
                 ["shopId": .integer(), "stars": .integer(1...5), "sort": .oneOf("newest", "highest", "lowest")]) { a, _ in a },
             headers: ShopSchemas.language, summary: "What people say of a shop, with the summary of all ratings",
             answer: .object(["data": .array(ShopSchemas.rating), "meta": .pageMeta,
                              "summary": .object(["averageRating": Schema.number().orNull, "ratingsCount": .integer(),
                                                  "distribution": ShopSchemas.distribution])])),
        .get("/ratings/my-ratings", MyShopRatings.self, access: .user, plugin: plugin, query: ShopSchemas.paging,
             headers: ShopSchemas.language,
             summary: "What somebody said of shops, the newest first", answer: .page(of: ShopSchemas.ratingOfMine)),
        .command("POST", "/ratings", RateShop.self, access: .user, plugin: plugin,
                 body: .object(["shopId": .integer(), "stars": .integer(1...5), "comment": comment], required: ["shopId", "stars"]),
                 headers: ShopSchemas.language, summary: "Rate a shop, once", success: 201, answer: ShopSchemas.rating,
                 refusals: ["403 own-shop", "422 already-rated"], example: ["shopId": 1, "stars": 5, "comment": "Excellent service !"])
            .alsoCheckedByHandler(),
        .command("PUT", "/ratings/{ratingId}", ChangeShopRating.self, access: .user, plugin: plugin,
                 body: .object(["stars": .integer(1...5), "comment": comment]), headers: ShopSchemas.language,
                 summary: "Change what one said of a shop", answer: ShopSchemas.rating, example: ["stars": 4])
            .alsoCheckedByHandler(judgedBy: ["stars": "comment"]),
        .command("DELETE", "/ratings/{ratingId}", WithdrawShopRating.self, access: .user, plugin: plugin,
                 summary: "Take a rating back; administrators take any down", success: 204),
    ]
}
