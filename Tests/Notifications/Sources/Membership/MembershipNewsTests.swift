import Contracts
import Kernel
import Messaging
import NotificationsService
import TestKit
import Testing

@Suite("What members hear of their membership")
struct MembershipNewsTests {
    @Test("An activation is told at once, in the member's language, day and night")
    func activated() throws {
        let scene = try MemberScene(at: "2026-11-21T22:30:00Z")
        try scene.shard.receive(scene.activated(1, from: "2026-11-21", to: "2026-12-21"))
        try scene.shard.receive(scene.activated(2, "nadia", from: "2026-11-21", to: "2027-02-04"))
        let item = try #require(try scene.feed().first)
        #expect((item["title"], item["body"], item["deepLink"], item["category"])
            == ("Adhésion activée", "Valable jusqu'au 21 décembre 2026", "peez://card", "membership"))
        let push = item["channels"]?.array?.first(where: { $0["channel"] == "push" })
        #expect(push != nil && push?["state"] != "scheduled")
        #expect(try scene.feed(MemberScene.nadia).first?["body"] == "صالحة حتى 4 فبراير 2027")
    }

    @Test("Who got the money of a membership back is told so at once, by push, mail and feed, once (12.F31)")
    func refunded() throws {
        let scene = try MemberScene(at: "2026-11-21T22:30:00Z")
        for _ in 0..<2 {
            try scene.shard.receive(OrderRefunded(orderId: "o-1", userId: "samir", months: 1, amount: Money(30_000, .dzd), paymentId: "p-1",
                                                  subscriptionId: 1))
        }
        let items = try scene.feed(type: "subscription_refunded")
        #expect(items.count == 1 && items.first?["title"] == "Adhésion remboursée" && items.first?["deepLink"] == "peez://card")
        #expect(items.first?["body"]?.string?.contains("300") == true && items.first?["body"]?.string?.contains("{") == false)
        let push = items.first?["channels"]?.array?.first { $0["channel"] == "push" }
        #expect(push != nil && push?["state"] != "scheduled")
        #expect(try scene.feed(MemberScene.nadia).isEmpty)
        // No money was refunded, so no one is notified.
        try scene.shard.receive(OrderRefunded(orderId: "o-2", userId: "nadia", amount: Money(0, .dzd)))
        #expect(try scene.feed(MemberScene.nadia).isEmpty)
    }

    @Test("Reminders say how far the end is; an end that moved since is no news")
    func expiring() throws {
        let scene = try MemberScene()
        func remind(_ days: Int, _ end: String = "2026-11-28") throws {
            try scene.shard.receive(MembershipExpiring(userId: "samir", subscriptionId: 1, endDate: scene.day(end), daysLeft: days))
        }
        for days in [7, 3, 1] {
            try remind(days)
            try scene.shard.advance(by: .seconds(1))
        }
        #expect(try scene.feed().map { $0["title"]?.string ?? "" } == ["Votre adhésion PEEZ expire demain",
                                                                      "Votre adhésion PEEZ expire dans 3 jours",
                                                                      "Votre adhésion PEEZ expire dans 7 jours"])
        let first = try #require(try scene.feed().last)
        #expect((first["body"], first["deepLink"]) == ("Renouvelez chez un commerce partenaire", "peez://me/activate"))
        #expect((first["data"]?["daysLeft"], first["data"]?["endDate"]) == (7, "2026-11-28"))
        try scene.shard.receive(scene.activated(2, from: "2026-11-29", to: "2026-12-28"))
        try remind(2)
        try scene.shard.advance(by: .seconds(1))
        #expect(try scene.feed(type: "subscription_expiring").count == 3)
        try scene.shard.receive(MembershipCancelled(userId: "samir", subscriptionId: 2, endDate: scene.day("2026-12-28"), reason: "voided",
                                                    coverageEnd: scene.day("2026-11-28")))
        try remind(4)
        try scene.shard.advance(by: .seconds(1))
        #expect(try scene.feed(type: "subscription_expiring").count == 4)
    }

    @Test("""
        The end is told at ten in the morning after, unless somebody renewed before; the end of a period that another follows is not told
        """)
    func expired() throws {
        let scene = try MemberScene(at: "2026-11-28T23:00:00Z")
        try scene.shard.receive(
            MembershipExpired(userId: "samir", subscriptionId: 1, endDate: scene.day("2026-11-28"), coverageEnd: scene.day("2026-12-28")))
        try scene.shard.receive(MembershipExpired(userId: "samir", subscriptionId: 2, endDate: scene.day("2026-11-28")))
        try scene.shard.receive(MembershipExpired(userId: "nadia", subscriptionId: 3, endDate: scene.day("2026-11-28")))
        func pushed(_ who: Principal) throws -> [JSONValue] {
            try scene.feed(who, type: "subscription_expired").filter {
                $0["channels"]?.array?.contains { $0["channel"] == "push" && $0["state"] == "sent" } ?? false
            }
        }
        #expect(try pushed(MemberScene.samir).isEmpty)
        try scene.shard.advance(by: .hours(9))
        #expect(try scene.feed().isEmpty && scene.feed(MemberScene.nadia).isEmpty)
        try scene.shard.receive(scene.activated(4, "nadia", from: "2026-11-29", to: "2026-12-29"))
        try scene.shard.advance(by: .hours(1))
        #expect(try scene.feed(type: "subscription_expired").map { $0["title"] } == ["Votre adhésion PEEZ a expiré"])
        #expect(try scene.shard.deadLetters().isEmpty)
        let nadia = try scene.feed(MemberScene.nadia, type: "subscription_expired")
        #expect(nadia.allSatisfy { $0["reasons"]?.array?.contains("resolved") ?? false })
    }

    private func cancelled(_ id: Int, after last: Int, _ scene: MemberScene, reason: String = "voided") throws -> MembershipCancelled {
        MembershipCancelled(userId: "samir", subscriptionId: id, endDate: try scene.day("2026-12-29"), reason: reason,
                            ended: .init(subscriptionId: last, endDate: try scene.day("2026-11-28")))
    }

    @Test("Who renews and loses the renewal before ten still hears at ten that the membership ended, once",
          arguments: ["voided", "refunded"])
    func renewalUndone(reason: String) throws {
        let scene = try MemberScene(at: "2026-11-28T23:00:00Z")
        try scene.shard.receive(MembershipExpired(userId: "samir", subscriptionId: 1, endDate: scene.day("2026-11-28")))
        try scene.shard.advance(by: .hours(9))
        try scene.shard.receive(scene.activated(2, from: "2026-11-29", to: "2026-12-29"))
        try scene.shard.receive(cancelled(2, after: 1, scene, reason: reason))
        #expect(try scene.feed(type: "subscription_expired").isEmpty)
        try scene.shard.advance(by: .hours(1))
        #expect(try scene.feed(type: "subscription_expired").map { $0["createdAt"] } == ["2026-11-29T09:00:00Z"])
        try scene.shard.receive(scene.activated(3, from: "2026-11-29", to: "2026-12-29"))
        try scene.shard.receive(cancelled(3, after: 1, scene, reason: reason))
        try scene.shard.advance(by: .days(2))
        #expect(try scene.feed(type: "subscription_expired").count == 1)
    }

    @Test("An extension of the last evening that is taken back after midnight leaves the end to be told at ten")
    func extensionUndone() throws {
        let scene = try MemberScene(at: "2026-11-28T22:58:00Z")
        try scene.shard.receive(scene.activated(2, from: "2026-11-29", to: "2026-12-28"))
        try scene.shard.advance(by: .minutes(2))
        try scene.shard.receive(
            MembershipExpired(userId: "samir", subscriptionId: 1, endDate: scene.day("2026-11-28"), coverageEnd: scene.day("2026-12-28")))
        try scene.shard.advance(by: .minutes(5))
        try scene.shard.receive(cancelled(2, after: 1, scene))
        try scene.shard.advance(by: .hours(9) + .minutes(55))
        #expect(try scene.feed(type: "subscription_expired").map { $0["createdAt"] } == ["2026-11-29T09:00:00Z"])
    }

    @Test("A renewal that is taken back weeks after the end says nothing more of that end")
    func renewedLate() throws {
        let scene = try MemberScene(at: "2026-12-15T09:00:00Z")
        try scene.shard.receive(scene.activated(2, from: "2026-12-15", to: "2027-01-15"))
        try scene.shard.receive(cancelled(2, after: 1, scene))
        try scene.shard.advance(by: .days(2))
        #expect(try scene.feed(type: "subscription_expired").isEmpty)
    }

    @Test("Who has no device hears of the end at ten as well, by mail and in the feed, and not in the night before (12.F32)")
    func expiredByMail() throws {
        let scene = try MemberScene(at: "2026-11-28T23:05:00Z")
        try scene.register("omar")
        try scene.shard.receive(MembershipExpired(userId: "omar", subscriptionId: 1, endDate: scene.day("2026-11-28")))
        let omar = Principal.user("omar", roles: ["member"])
        try scene.shard.advance(by: .hours(9) + .minutes(54))
        #expect(try scene.feed(omar).isEmpty && scene.mails().isEmpty)
        try scene.shard.advance(by: .minutes(1))
        let item = try #require(try scene.feed(omar).first)
        #expect(item["type"] == "subscription_expired" && item["createdAt"] == "2026-11-29T09:00:00Z")
        #expect(try scene.mails().map { $0["to"] } == ["omar@example.com"])
    }

    @Test("After an outage the last of several reminders is told, and none of those it makes stale, also if timers run in between (12.F32)",
          arguments: [false, true])
    func together(timersRun: Bool) throws {
        let scene = try MemberScene(at: "2026-12-01T11:00:00Z")
        func receive(_ event: some DomainEvent) throws {
            try scene.shard.receive(event)
            if timersRun { try scene.shard.advance(by: .zero) }
        }
        for days in [7, 3, 1] {
            try receive(MembershipExpiring(userId: "samir", subscriptionId: 1, endDate: scene.day("2026-11-28"), daysLeft: days))
        }
        try receive(MembershipExpired(userId: "samir", subscriptionId: 1, endDate: scene.day("2026-11-28")))
        for days in [7, 3] {
            try receive(MembershipExpiring(userId: "nadia", subscriptionId: 2, endDate: scene.day("2026-12-04"), daysLeft: days))
        }
        try scene.shard.advance(by: .seconds(1))
        #expect(try scene.feed().map { $0["type"] } == ["subscription_expired"])
        // The notification has the time at which it was due.
        #expect(try scene.feed().first?["createdAt"] == "2026-11-29T09:00:00Z")
        #expect(try scene.feed(MemberScene.nadia).map { $0["data"]?["daysLeft"] } == [3])
    }

    @Test("A reminder that comes a day late is told if no later one follows")
    func lateAlone() throws {
        let scene = try MemberScene(at: "2026-11-29T11:00:00Z")
        try scene.shard.receive(MembershipExpiring(userId: "nadia", subscriptionId: 2, endDate: scene.day("2026-12-04"), daysLeft: 7))
        try scene.shard.advance(by: .seconds(2))
        #expect(try scene.feed(MemberScene.nadia).map { $0["data"]?["daysLeft"] } == [7])
    }

    @Test("""
        After an outage of notifications, of reminders that come in one by one only the last is told; one that nothing follows is told \
        (12.F32)
        """)
    func oneByOne() throws {
        let scene = try MemberScene(at: "2026-11-20T09:00:00Z")
        let back = try #require(Timestamp("2026-11-25T10:00:00Z"))
        func comes(_ days: Int, _ user: User.ID, sent time: String) throws {
            scene.shard.now = try #require(Timestamp(time))
            try scene.shard.receive(MembershipExpiring(userId: user, subscriptionId: 1, endDate: scene.day("2026-11-28"), daysLeft: days))
            scene.shard.now = back
            try scene.runTimers()
        }
        try comes(7, "samir", sent: "2026-11-21T09:00:00Z")
        try comes(7, "nadia", sent: "2026-11-21T09:00:00Z")
        try comes(3, "samir", sent: "2026-11-25T09:00:00Z")
        scene.shard.now = back + .minutes(2)
        try scene.runTimers()
        #expect(try scene.feed().map { $0["data"]?["daysLeft"] } == [3])
        #expect(try scene.feed(MemberScene.nadia).map { $0["data"]?["daysLeft"] } == [7])
    }
}
