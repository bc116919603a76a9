import CatalogRestaurants
import CatalogService
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Reviews of restaurants")
struct ReviewTests {
    private typealias Fixture = RestaurantFixture

    private func reviews(_ it: Fixture, _ id: RestaurantID, as principal: Principal = Fixture.customer) throws -> [JSONValue] {
        try it.shard.ask(RestaurantReviews.self, ["restaurantId": .string(id.rawValue)], as: principal).json["data"]?.array ?? []
    }

    @Test("The rating is the mean with one decimal; a later rating of an order replaces the one before")
    func mean() throws {
        let it = try Fixture()
        let id = try it.addActive()
        try it.rate(id, 5, order: "a", comment: "لذيذ")
        try it.rate(id, 4, order: "b")
        try it.rate(id, 4, order: "c")
        try it.rate(id, 4, order: "d")
        // 17 / 4 = 4.25.
        #expect(try it.details(id).json["rating"] == 4.3 && it.details(id).json["ratingCount"] == 4)
        try it.rate(id, 1, order: "a", comment: "بارد")
        #expect(try it.details(id).json["rating"] == 3.3 && it.details(id).json["ratingCount"] == 4)
        let found = try reviews(it, id)
        #expect(found.count == 4 && Set(found.map { $0["comment"] }) == ["بارد", .null])
        #expect(found.allSatisfy { $0["customerName"] == "نورة" && $0["reply"] == .null && $0["hidden"] == nil })
        #expect(try it.shard.published(RestaurantChanged.self).last?.rating == 3.3)
    }

    @Test("A review whose customer's name was not known yet gets it with the next rating, but not after the account is gone")
    func nameLater() throws {
        let it = try Fixture()
        let id = try it.addActive()
        try it.rate(id, 4, order: "a", called: nil)
        #expect(try reviews(it, id).first?["customerName"] == "محذوف")
        try it.rate(id, 5, order: "a")
        #expect(try reviews(it, id).first?["customerName"] == "نورة")
        try it.shard.receive(UserErased(userId: "noura"))
        try it.rate(id, 5, order: "a")
        #expect(try reviews(it, id).first?["customerName"] == "محذوف")
    }

    @Test("The owner answers; moderators hide what was written, but for themselves, and the stars count on")
    func replyAndHide() throws {
        let it = try Fixture()
        let id = try it.addActive()
        try it.rate(id, 2, order: "a", comment: "بارد")
        let review = try #require(try reviews(it, id).first?["id"]?.string)
        #expect(try it.shard.send(ReplyToReview(reviewId: review, text: ""), as: Fixture.owner)?.status == 422)
        #expect(try it.shard.send(ReplyToReview(reviewId: review, text: "نعتذر"), as: Fixture.otherOwner)?.status == 404)
        #expect(try it.shard.send(ReplyToReview(reviewId: review, text: "نعتذر"), as: Fixture.owner)?.json["reply"] == "نعتذر")
        try it.shard.send(HideReview(reviewId: review), as: Fixture.supervisor)
        let hidden = try reviews(it, id).first
        #expect(hidden?["comment"] == .null && hidden?["reply"] == .null && hidden?["stars"] == 2)
        #expect(try reviews(it, id, as: Fixture.supervisor).first?["comment"] == "بارد")
        #expect(try it.details(id).json["rating"] == 2)
        try it.shard.send(ShowReview(reviewId: review), as: Fixture.supervisor)
        #expect(try reviews(it, id).first?["reply"] == "نعتذر")
        #expect(try it.shard.send(HideReview(reviewId: "none"), as: Fixture.supervisor)?.status == 404)
    }

    @Test("A request about a review that is sent again is not answered with the name of an erased customer")
    func storedAnswers() throws {
        let it = try Fixture()
        let id = try it.addActive()
        try it.rate(id, 2, order: "a", comment: "بارد")
        let review = try #require(try reviews(it, id).first?["id"]?.string)
        func ask(_ suffix: String? = nil) throws -> [JSONValue?] {
            func id(_ name: String) -> String? { suffix.map { name + $0 } }
            return [
                try it.shard.send(ReplyToReview(reviewId: review, text: "نعتذر"), as: Fixture.owner, id: id("reply")),
                try it.shard.send(HideReview(reviewId: review), as: Fixture.supervisor, id: id("hide")),
                try it.shard.send(ShowReview(reviewId: review), as: Fixture.supervisor, id: id("show")),
            ].map { $0?.json["customerName"] ?? $0?.json["slug"] }
        }
        #expect(try ask("-1") == ["نورة", "نورة", "نورة"])
        try it.shard.receive(UserErased(userId: "noura"))
        #expect(try ask("-1") == Array(repeating: "service-unavailable", count: 3))
        // "Try again": the gateway sends it anew.
        #expect(try ask() == ["محذوف", "محذوف", "محذوف"])
    }

    @Test("An account that is gone leaves its stars, without a name or a word")
    func erased() throws {
        let it = try Fixture()
        let id = try it.addActive()
        try it.rate(id, 4, order: "a", comment: "سري جداً")
        try it.shard.receive(UserErased(userId: "noura"))
        let left = try reviews(it, id).first
        #expect(left?["stars"] == 4 && left?["comment"] == .null && left?["customerName"] == "محذوف")
        #expect(try it.shard.count(of: "food_review") == 1)
    }
}
