import Contracts
import Kernel
import ServiceKit

extension Feature {
    /// What customers say of restaurants, and what owners answer.
    package static let reviews = Feature(
        "reviews",
        commands: [ReplyToReview.self, HideReview.self, ShowReview.self],
        reactions: [OnOrderRated.self, OnReviewerErased.self],
        queries: [RestaurantReviews.self],
        publishes: [RestaurantChanged.self, RestaurantLive.self],
        routes: ReviewRoutes.all)
}

enum ReviewRoutes {
    private static let plugin = RestaurantPlugin.name
    private static let review = Schema.object(
        ["id": .id, "stars": .integer(1...5), "comment": Schema.string().orNull, "customerName": .string(), "reply": Schema.string().orNull,
         "at": .time, "hidden": .boolean],
        required: ["id", "stars", "comment", "customerName", "reply", "at"])

    static let all: [Route] = [
        .get("/restaurants/{restaurantId}/reviews", RestaurantReviews.self, access: .user, plugin: plugin,
             summary: "What customers say of a restaurant, newest first", answer: .page(of: review), refusals: ["404 not-found"]),
        .command("PUT", "/reviews/{reviewId}/reply", ReplyToReview.self, access: .permission(RestaurantPermission.manage), plugin: plugin,
                 body: .object(["text": .string(1...500)], required: ["text"]), summary: "Answer a review of one's restaurant",
                 answer: review, refusals: ["404 not-found"], example: ["text": "شكراً لك"]),
        .command("POST", "/reviews/{reviewId}/hide", HideReview.self, access: .permission(RestaurantPermission.moderateReviews),
                 plugin: plugin, summary: "Hide what a review says; its stars still count", answer: review, refusals: ["404 not-found"]),
        .command("POST", "/reviews/{reviewId}/show", ShowReview.self, access: .permission(RestaurantPermission.moderateReviews),
                 plugin: plugin, summary: "Show it again", answer: review, refusals: ["404 not-found"]),
    ]
}
