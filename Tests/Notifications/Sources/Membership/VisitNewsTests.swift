import Contracts
import Kernel
import Messaging
import NotificationsService
import TestKit
import Testing

@Suite("What members hear of their visits")
struct VisitNewsTests {
    @Test("Nobody is asked in the evening how it was, not in the feed either: the question comes at nine (12.F32)")
    func askedByDay() throws {
        let scene = try MemberScene(at: "2026-11-21T18:30:00Z")
        try scene.register("omar")
        let omar = Principal.user("omar", roles: ["member"])
        try scene.shard.receive(scene.visit("r1", of: "omar"))
        try scene.shard.advance(by: .hours(13) + .minutes(29))
        #expect(try scene.feed(omar, type: "rating_request").isEmpty)
        try scene.shard.advance(by: .minutes(1))
        #expect(try scene.feed(omar, type: "rating_request").map { $0["createdAt"] } == ["2026-11-22T08:00:00Z"])
    }

    @Test("A shop is asked about once in thirty days, after any number of visits and for each kind of question (12.F32)",
          arguments: ["samir", "omar"])
    func askedOnce(user: User.ID) throws {
        let scene = try MemberScene()
        if user == "omar" { try scene.register("omar") }
        let who = Principal.user(user.rawValue, roles: ["member"])
        func visit(_ id: String, after time: Duration) throws -> Int {
            try scene.shard.advance(by: time)
            try scene.shard.receive(scene.visit(id, of: user))
            try scene.shard.advance(by: .hours(2))
            return try scene.feed(who, type: "rating_request").count
        }
        #expect(try visit("r1", after: .zero) == 1)
        #expect(try visit("r2", after: .days(10)) == 1)
        // The first visit's question was sent thirty days ago to the second, so this one is sent.
        #expect(try visit("r3", after: .days(20) - .hours(4)) == 2)
        #expect(try visit("r4", after: .days(29)) == 2)
    }

    @Test("A visit is told at once with what it saved; two hours later the shop is asked about, in daytime")
    func visit() throws {
        let scene = try MemberScene(at: "2026-11-21T18:30:00Z")
        try scene.shard.receive(scene.visit("r1"))
        let item = try #require(try scene.feed(type: "visit_recorded").first)
        #expect((item["title"], item["body"], item["deepLink"]) == ("Vous avez économisé 134,75 DZD", "chez Boucherie Centrale",
            "peez://redemptions"))
        #expect((item["data"]?["shopId"], item["data"]?["redemptionId"]) == (11, "r1"))
        try scene.shard.advance(by: .hours(3))
        #expect(try scene.feed(type: "rating_request").isEmpty)
        try scene.shard.advance(by: .hours(11))
        let asked = try #require(try scene.feed(type: "rating_request").first)
        #expect((asked["title"], asked["body"], asked["deepLink"]) == ("Notez votre dernière visite", "Comment était Boucherie Centrale ?",
            "peez://shops/11"))
    }

    @Test("Nobody is asked who has rated, whose visit was taken back, or twice at once")
    func notAsked() throws {
        let scene = try MemberScene()
        try scene.shard.receive(scene.visit("r1"))
        try scene.shard.advance(by: .minutes(30))
        try scene.shard.receive(scene.visit("r2"))
        try scene.shard.receive(scene.visit("r3", shop: 12))
        try scene.shard.receive(scene.visit("r4", shop: 13))
        try scene.shard.receive(scene.voided("r3", shop: 12))
        try scene.shard.receive(RatingAdded(ratingId: 1, shopId: 13, userId: "samir", stars: 5))
        try scene.shard.advance(by: .hours(3))
        #expect(try scene.feed(type: "rating_request").map { $0["data"]?["redemptionId"] } == ["r2"])
        try scene.shard.receive(scene.visit("r5", shop: 14))
        try scene.shard.receive(scene.voided("r5", shop: 14))
        try scene.shard.receive(scene.visit("r6", shop: 15))
        try scene.shard.receive(scene.visit("r7", shop: 15))
        try scene.shard.receive(scene.voided("r7", shop: 15))
        try scene.shard.advance(by: .hours(3))
        #expect(try Set(scene.feed(type: "rating_request").compactMap { $0["data"]?["redemptionId"]?.string }) == ["r2", "r6"])
        // Who takes a rating back may be asked after the next visit.
        try scene.shard.receive(RatingRemoved(ratingId: 1, shopId: 13, userId: "samir", stars: 5))
        try scene.shard.receive(scene.visit("r8", shop: 13))
        try scene.shard.advance(by: .hours(3))
        #expect(try Set(scene.feed(type: "rating_request").compactMap { $0["data"]?["redemptionId"]?.string }) == ["r2", "r6", "r8"])
    }

    @Test("A visit whose question gave way to a later visit is asked about when the later one is void, also after its hour")
    func laterVisitVoided() throws {
        let scene = try MemberScene()
        func asked() throws -> [String?] { try scene.feed(type: "rating_request").map { $0["data"]?["redemptionId"]?.string } }
        try scene.shard.receive(scene.visit("r1"))
        try scene.shard.advance(by: .minutes(110))
        try scene.shard.receive(scene.visit("r2"))
        try scene.shard.advance(by: .minutes(12))
        #expect(try asked() == [])
        try scene.shard.receive(scene.voided("r2"))
        try scene.shard.advance(by: .minutes(1))
        #expect(try asked() == ["r1"])
        // One question per shop: the next void does not repeat it.
        try scene.shard.receive(scene.visit("r3"))
        try scene.shard.receive(scene.voided("r3"))
        try scene.shard.advance(by: .days(2))
        #expect(try asked() == ["r1"])
    }

    @Test("A later visit that is void in the night leaves the question about the earlier one for the morning")
    func laterVisitVoidedAtNight() throws {
        let scene = try MemberScene(at: "2026-11-21T18:00:00Z")
        try scene.shard.receive(scene.visit("r1"))
        try scene.shard.advance(by: .minutes(110))
        try scene.shard.receive(scene.visit("r2"))
        try scene.shard.advance(by: .hours(4))
        try scene.shard.receive(scene.voided("r2"))
        try scene.shard.advance(by: .hours(9))
        let asked = try scene.feed(type: "rating_request").filter { $0["reasons"]?.array?.contains("resolved") != true }
        #expect(asked.map { $0["data"]?["redemptionId"] } == ["r1"])
    }

    @Test("Who takes a rating back is asked again about the next visit; who rated is not")
    func ratingTakenBack() throws {
        let scene = try MemberScene()
        try scene.shard.receive(RatingAdded(ratingId: 1, shopId: 11, userId: "samir", stars: 5))
        try scene.shard.receive(RatingAdded(ratingId: 2, shopId: 12, userId: "samir", stars: 2))
        try scene.shard.receive(RatingRemoved(ratingId: 2, shopId: 12, userId: "samir", stars: 2))
        try scene.shard.receive(scene.visit("r1", shop: 11))
        try scene.shard.receive(scene.visit("r2", shop: 12))
        try scene.shard.advance(by: .hours(3))
        #expect(try scene.feed(type: "rating_request").map { $0["data"]?["redemptionId"] } == ["r2"])
    }
}
