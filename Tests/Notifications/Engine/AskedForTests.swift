import Contracts
import Kernel
import Messaging
import NotificationsAdministration
import NotificationsPreferences
import NotificationsService
import Testing
import TestKit

@Suite("What other services ask for")
struct AskedForTests {
    @Test("A service may ask for a message of a type the tenant has; the same key is told once, and a type nobody has is not told")
    func notify() throws {
        let scene = try EventPassScene()
        let facts = EventPassScene.eventFacts().merging(["security": "refresh-reuse"]) { $1 }
        for key in ["k-1", "k-1", "k-2"] {
            try scene.shard.receive(Notify(kind: "security", recipientId: "john", about: "e-1", dedupeKey: key, facts: facts))
        }
        try scene.shard.receive(Notify(kind: "no-such-type", recipientId: "john"))
        #expect(try scene.feed().map { $0["type"] } == ["security", "security"])
        #expect(try scene.shard.deadLetters().isEmpty)
    }

    @Test("A snooze that is ended lets what it holds be said again")
    func snooze() throws {
        let scene = try EventPassScene()
        _ = try scene.shard.send(NotificationsPreferences.Snooze(kind: "engagement"), as: EventPassScene.john)
        func snoozed() throws -> Int? { try scene.shard.ask(PreferencesOfUser.self, as: EventPassScene.john).json["snoozes"]?.array?.count }
        #expect(try snoozed() == 1)
        for _ in 0..<2 { #expect(try scene.shard.send(EndSnooze(kind: "engagement"), as: EventPassScene.john)?.status == 204) }
        #expect(try snoozed() == 0)
    }

    @Test("A campaign for later is sent when its time comes, not before")
    func later() throws {
        let scene = try EventPassScene()
        let wants: [String: JSONValue] = ["categories": ["marketing": ["push": true, "inApp": true]]]
        #expect(try scene.shard.send(SetPreferences(document: wants), as: EventPassScene.john)?.status == 200)
        let started = try scene.shard.send(
            StartMessageCampaign(kind: "promotion", title: ["en": "Ten percent"], body: ["en": "Ten percent off until New Year."],
                                                         offer: ["endsAt": "2026-12-31T20:59:59Z"], startAt: scene.shard.now + .hours(26)),
                                                         as: EventPassScene.dora)
        #expect(started?.status == 201, "\(started?.json ?? .null)")
        try scene.shard.advance(by: .hours(24))
        #expect(try scene.shard.published(NotificationDecided.self).filter { $0.kind == "promotion" }.isEmpty)
        try scene.shard.advance(by: .hours(3))
        #expect(try !scene.shard.published(NotificationDecided.self).filter { $0.kind == "promotion" }.isEmpty)
    }

    @Test("A campaign for some people and some roles is for those of them with one of the roles")
    func rolesOfSome() throws {
        let scene = try EventPassScene()
        func recipients(_ roles: [String]?, _ users: [User.ID]?) throws -> Int? {
            let campaign = StartMessageCampaign(kind: "new-feature", title: ["en": "Seat maps"], body: ["en": "Choose your seat."],
                                                audience: .init(roles: roles, userIds: users))
            return try scene.shard.send(campaign, as: EventPassScene.dora)?.json["recipients"]?.int
        }
        #expect(try recipients(["organizer"], ["john", "bob"]) == 1 && recipients(["organizer", "attendee"], ["john", "bob"]) == 2)
        #expect(try recipients(nil, ["john", "bob"]) == 2 && recipients(["attendee"], nil) == 2 && recipients([], ["john"]) == 1)
    }

    @Test("Why a campaign comes is said in the words of its type")
    func why() throws {
        let scene = try EventPassScene()
        _ = try scene.shard.send(
            StartMessageCampaign(kind: "promotion", title: ["en": "Ten percent"], body: ["en": "Ten percent off until New Year."],
                                 offer: ["endsAt": "2026-12-31T20:59:59Z"]), as: EventPassScene.dora)
        try scene.shard.advance(by: .seconds(1))
        #expect(try scene.feed().first?["why"] == "You use EventPassUG. In your feed only: you did not ask for these.")
    }

    @Test("The title of a campaign is one line without control characters; its text may have several lines")
    func titleOfCampaign() throws {
        let scene = try EventPassScene()
        func errors(_ title: String, _ body: String) throws -> [String] {
            let campaign = StartMessageCampaign(kind: "new-feature", title: ["en": title], body: ["en": body])
            return try scene.shard.send(campaign, as: EventPassScene.dora)?.json["errors"]?.object?.keys.sorted() ?? []
        }
        #expect(try errors("Seat\nmaps", "Choose your seat.") == ["title.en"])
        #expect(try errors("Seat\u{85}maps", "Choose\u{7}your seat.") == ["body.en", "title.en"])
        #expect(try errors("Seat maps", "Choose your seat.\nOn a map.") == [])
    }

    @Test("An alert that people leave a category closes by itself in a week in which nobody does")
    func alertEnds() throws {
        let scene = try EventPassScene()
        let people = (0..<20).map { Principal.user("p-\(10 + $0)", roles: ["attendee"]) }
        for person in people {
            try scene.register(person.userID.rawValue, roles: ["attendee"])
            try scene.shard.receive(
                PushTokenChanged(sessionId: "s-\(person.userID)", userId: person.userID, pushToken: "d-\(person.userID)"))
            #expect(try scene.attempt("tickets-low", person, relations: ["favorited"])["decision"] == "send")
        }
        let off: [String: JSONValue] = ["categories": ["engagement": ["push": false, "email": false, "sms": false]]]
        for person in people.prefix(2) { #expect(try scene.shard.send(SetPreferences(document: off), as: person)?.status == 200) }
        #expect(try scene.shard.published(OptOutAlertOpened.self).map(\.category) == ["engagement"])
        #expect(try scene.shard.published(OptOutAlertClosed.self).isEmpty)
        try scene.shard.advance(by: .days(15))
        #expect(try scene.shard.published(OptOutAlertClosed.self).map(\.category) == ["engagement"])
    }

    @Test("The recipient with whom there are enough opens the alert when enough have left before, and nobody after a hand has closed it")
    func enoughRecipients() throws {
        let scene = try EventPassScene()
        let people = (0..<21).map { Principal.user("p-\(10 + $0)", roles: ["attendee"]) }
        for person in people {
            try scene.register(person.userID.rawValue, roles: ["attendee"])
            try scene.shard.receive(
                PushTokenChanged(sessionId: "s-\(person.userID)", userId: person.userID, pushToken: "d-\(person.userID)"))
        }
        func send(_ person: Principal, _ subject: String) throws -> JSONValue? {
            try scene.attempt("tickets-low", person, subject: subject, relations: ["favorited"])["decision"]
        }
        for person in people.prefix(19) { #expect(try send(person, "e1") == "send") }
        let off: [String: JSONValue] = ["categories": ["engagement": ["push": false, "email": false, "sms": false]]]
        for person in people.prefix(2) { #expect(try scene.shard.send(SetPreferences(document: off), as: person)?.status == 200) }
        try scene.shard.advance(by: .hours(1))
        #expect(try send(people[18], "e2") == "send")
        #expect(try scene.shard.published(OptOutAlertOpened.self).isEmpty)
        #expect(try send(people[19], "e1") == "send")
        let opened = try scene.shard.published(OptOutAlertOpened.self)
        #expect(opened.map(\.category) == ["engagement"] && opened.first?.optOuts == 2 && opened.first?.recipients == 20)
        #expect(try scene.shard.send(CloseOptOutAlert(category: "engagement"), as: EventPassScene.dora)?.status == 204)
        try scene.shard.advance(by: .hours(1))
        #expect(try send(people[19], "e3") == "send" && send(people[20], "e1") == "send")
        #expect(try scene.shard.published(OptOutAlertOpened.self).count == 1)
    }

    @Test("Only people who got something of a category count as leaving it, and nobody who switches everything off")
    func leaving() throws {
        let scene = try EventPassScene()
        let people = (0..<23).map { Principal.user("p-\(10 + $0)", roles: ["attendee"]) }
        for person in people {
            try scene.register(person.userID.rawValue, roles: ["attendee"])
            try scene.shard.receive(
                PushTokenChanged(sessionId: "s-\(person.userID)", userId: person.userID, pushToken: "d-\(person.userID)"))
        }
        for person in people.prefix(20) {
            #expect(try scene.attempt("tickets-low", person, relations: ["favorited"])["decision"] == "send")
        }
        let off: [String: JSONValue] = ["categories": ["engagement": ["push": false, "email": false, "sms": false]]]
        for person in people.suffix(3) { #expect(try scene.shard.send(SetPreferences(document: off), as: person)?.status == 200) }
        for person in people.prefix(3) {
            #expect(try scene.shard.send(SetPreferences(document: ["enabled": false]), as: person)?.status == 200)
        }
        try scene.shard.advance(by: .seconds(1))
        let rows = try scene.shard.ask(NotificationMetrics.self, ["by": "category"], as: EventPassScene.dora).json["rows"]?.array ?? []
        let row = try #require(rows.first { $0["key"] == "engagement" })
        #expect(row["optOuts"] == 0 && row["recipients"] == 20)
        #expect(try scene.shard.published(OptOutAlertOpened.self).isEmpty)
    }
}
