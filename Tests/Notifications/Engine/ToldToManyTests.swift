import Contracts
import Kernel
import NotificationsService
import ServiceKit
import TestKit
import Testing

@Suite("What is told to many")
struct ToldToManyTests {
    private static func scene(_ texts: JSONValue) throws -> NotificationScene {
        guard case .object(var settings) = NotificationScene.settings, case .object(var templates)? = settings["templates"] else {
            return try NotificationScene()
        }
        templates["event-venue-changed"] = texts
        settings["templates"] = .object(templates)
        let scene = try NotificationScene(NotificationScene.definition(settings: .object(settings)))
        for (id, name, locale) in [("anne", "Anne", "fr"), ("jack", "Jack", "en"), ("zoe", "Zoé", "fr")] {
            try scene.shard.receive(UserRegistered(userId: User.ID(id), name: name, email: "\(id)@example.com", roles: ["attendee"],
                                                   locale: locale))
        }
        try scene.issue(["john", "anne", "jack", "zoe"])
        try scene.shard.receive(EventFavorited(eventId: "e-1", userId: "zoe", favorite: true))
        try scene.shard.receive(EventUpdated(eventId: "e-1", event: NotificationScene.event(2, city: "Entebbe"), changed: ["venue"],
                                             notifyHolders: true))
        try scene.shard.advance(by: .seconds(1))
        return scene
    }
    private static func titles(_ scene: NotificationScene) throws -> [String: String] {
        var found: [String: String] = [:]
        for id in ["john", "anne", "jack", "zoe"] {
            found[id] = try scene.feed(.user(id)).first { $0["type"] == "event-venue-changed" }?["title"]?.string
        }
        return found
    }

    @Test("Everybody is called by their own name, in their own language")
    func names() throws {
        let scene = try Self.scene([
            "en": ["title": "{recipient.name}: {venue.place}", "body": "New venue.", "why": "Because."],
            "fr": ["title": "Bonjour {recipient.name}", "body": "Nouveau lieu.", "why": "Parce que."],
        ])
        #expect(try Self.titles(scene) == ["john": "John Okello: Serena, Entebbe", "anne": "Bonjour Anne", "jack": "Jack: Serena, Entebbe",
                                           "zoe": "Bonjour Zoé"])
    }

    @Test("Who has another tie to the event gets the same words and their own facts")
    func ties() throws {
        let scene = try Self.scene(["en": ["title": "Moved", "body": "New venue: {venue.place}.", "why": "Because."],
                                    "fr": ["title": "Déplacé", "body": "{venue.place}", "why": "Parce que."]])
        #expect(try Self.titles(scene) == ["john": "Moved", "anne": "Déplacé", "jack": "Moved", "zoe": "Déplacé"])
        let mails = try scene.outbox(["channel": "email"]).filter { $0["template"] == "event-venue-changed" }
        #expect(Set(mails.compactMap { $0["to"]?.string }) == ["john@example.com", "anne@example.com", "jack@example.com",
                                                               "zoe@example.com"])
        #expect(Set(mails.compactMap { $0["subject"]?.string }) == ["Moved", "Déplacé"])
    }
}
