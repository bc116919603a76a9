import Contracts
import Kernel
import Messaging
import NotificationsFeed
import NotificationsPreferences
import NotificationsService
import Testing
import TestKit

@Suite("Seeded notifications and choices")
struct ImportTests {
    @Test("What was told before stands in the feed with its reasons and in the records; it leaves nothing and is not told twice")
    func told() throws {
        let scene = try EventPassScene()
        let at = scene.shard.now - .days(5)
        var facts = EventPassScene.eventFacts()
        facts["tickets"] = ["count": 1]
        facts["order"] = ["total": ["amount": 10_000, "currency": "UGX"]]
        facts["relations"] = ["buyer"]
        let message = ImportNotification(notificationId: "n-1", userId: "john", kind: "ticket-purchased", about: "e-1", facts: facts,
                                         at: at, isRead: false)
        for _ in 1...2 { try scene.shard.receive(message) }
        try scene.shard.receive(ImportNotification(notificationId: "n-2", userId: "john", kind: "ticket-purchased", facts: facts,
                                                   at: at - .days(1), isRead: true))
        let feed = try scene.feed()
        #expect(feed.map { $0["id"] } == ["n-1", "n-2"] && feed.map { $0["read"] } == [false, true])
        #expect(feed[0]["title"] == "Your tickets: Tech Summit e-1" && feed[0]["why"] == "You bought tickets for Tech Summit e-1."
            && feed[0]["reasons"] == ["ok"])
        #expect(feed[0]["createdAt"] == .string(at.wholeSeconds.description))
        #expect(try scene.decisions(of: "n-1") == ["send"])
        #expect(try scene.outbox().isEmpty)
        #expect(try scene.shard.publishedTypes().isEmpty)
        #expect(try scene.shard.ask(UnreadCount.self, [:], as: EventPassScene.john).json["count"] == 2)  // And the welcome.
    }

    @Test("Words come in the language that was told with it, before anybody has heard of the account")
    func language() throws {
        let definition = NotificationScene.definition()
        let scene = try NotificationScene(definition)
        let facts: [String: JSONValue] = ["event": ["title": "Gala", "startDate": "2026-11-26T06:00:00Z"], "tickets": ["count": 2]]
        try scene.shard.receive(ImportNotification(notificationId: "n-1", userId: "marie", kind: "ticket-purchased", facts: facts,
                                                   at: scene.shard.now, isRead: false, locale: "fr"))
        #expect(try scene.feed(.user("marie")).first?["title"] == "Vos billets : Gala")
    }

    @Test("A type the tenant does not send is put aside, not shown without words")
    func unknown() throws {
        let scene = try EventPassScene()
        try scene.shard.receive(ImportNotification(notificationId: "n-1", userId: "john", kind: "pigeon", at: scene.shard.now,
                                                   isRead: false))
        #expect(try scene.feed().isEmpty)
        #expect(try scene.shard.deadLetters().count == 1)
    }

    @Test("Seeded choices hold until somebody chooses; they are no news")
    func choices() throws {
        let scene = try EventPassScene()
        // Before anybody told us that this is an organizer.
        try scene.shard.receive(ImportPreferences(userId: "sarah", roles: ["attendee", "organizer"], document: ["digestMode": "daily"]))
        let sarah = Principal.user("sarah", roles: ["attendee", "organizer"])
        #expect(try scene.shard.ask(PreferencesOfUser.self, [:], as: sarah).json["digestMode"] == "daily")
        #expect(try scene.shard.published(PreferencesChanged.self).isEmpty)
        #expect(try scene.shard.send(SetPreferences(document: ["digestMode": "hourly"]), as: sarah)?.status == 200)
        try scene.shard.receive(ImportPreferences(userId: "sarah", roles: ["attendee", "organizer"], document: ["digestMode": "daily"]))
        #expect(try scene.shard.ask(PreferencesOfUser.self, [:], as: sarah).json["digestMode"] == "hourly")
    }

    @Test("A seeded account is as old as it says: it is not welcomed again, and hears what long-standing people hear")
    func age() throws {
        let scene = try EventPassScene()
        try scene.shard.receive(UserRegistered(userId: "old", name: "Old", email: "old@example.com", roles: ["attendee"],
                                               registeredAt: scene.shard.now - .days(90)))
        try scene.shard.receive(
            UserRegistered(userId: "new", name: "New", email: "new@example.com", roles: ["attendee"], registeredAt: scene.shard.now))
        let (old, new) = (Principal.user("old", roles: ["attendee"]), Principal.user("new", roles: ["attendee"]))
        try scene.go(to: 3, 18)
        #expect(try scene.attempt("recommendations", new, facts: ["items": ["e"]])["reasons"] == ["new_user_quiet"])
        #expect(try scene.attempt("recommendations", old, facts: ["items": ["e"]])["reasons"] != ["new_user_quiet"])
        #expect(try scene.shard.ask(NotificationsOfUser.self, [:], as: old)
            .json["data"]?.array?.contains { $0["type"] == "getting-started" } == false)
    }

    @Test("Times speak the clock of whoever has told their zone")
    func zone() throws {
        let scene = try EventPassScene()
        var far = UserRegistered(userId: "far", name: "Far", email: "far@example.com", roles: ["attendee"],
                                 registeredAt: scene.shard.now - .days(90))
        far.timezone = "Europe/London"
        try scene.shard.receive(far)
        // 23:30 in Kampala, 20:30 in London.
        try scene.go(to: 2, 23, 30)
        #expect(try scene.attempt("tickets-low", .user("far", roles: ["attendee"]), relations: ["favorited"])["decision"]
            == "email_instead")
        #expect(try scene.attempt("tickets-low", EventPassScene.john, relations: ["favorited"])["decision"] == "delay")
    }
}
