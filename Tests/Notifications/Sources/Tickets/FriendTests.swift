import Contracts
import GRDB
import Kernel
import Messaging
import NotificationsAdministration
import NotificationsService
import Testing
import TestKit

/// John and Alice are friends, and Alice lets friends know where she goes. It is Monday 10:00.
@Suite("A friend attends")
struct FriendTests {
    private func scene(sharing: Bool = true) throws -> EventPassScene {
        let scene = try EventPassScene()
        try scene.shard.receive(UserUpdated(userId: "alice", name: "Alice Achieng", email: "alice@example.com", roles: ["attendee"]))
        try scene.shard.receive(FriendshipMade(userId: "john", friendId: "alice"))
        try scene.shard.receive(InterestsChanged(userId: "alice", maxTravelDistanceKm: 25, shareAttendance: sharing))
        try scene.shard.receive(EventPublished(eventId: "e-1", event: EventPassScene.event(), imported: true))
        try scene.shard.receive(EventFavorited(eventId: "e-1", userId: "john", favorite: true))
        return scene
    }
    private func heard(_ scene: EventPassScene, _ who: Principal = EventPassScene.john) throws -> [JSONValue] {
        try scene.feed(who).filter { $0["type"] == "friend-attending" }
    }
    private func buy(_ scene: EventPassScene, _ who: User.ID = "alice", order: OrderID = "o-1") throws {
        try scene.issue([who], order: order)
        try scene.shard.advance(by: .seconds(1))
    }

    @Test("Who likes the event hears that a friend has a ticket, by name, with a push")
    func favorited() throws {
        let scene = try scene()
        try buy(scene)
        let item = try #require(try heard(scene).first)
        #expect(item["title"] == "A friend goes to Tech Summit e-1"
            && item["body"] == "Alice Achieng has a ticket for Tech Summit e-1, Sat 28 Nov at 10:00 AM.")
        #expect(item["category"] == "engagement" && item["reasons"] == ["ok"] && item["deepLink"] == "eventpassug://events/e-1")
        #expect(try scene.outbox("push").map { $0["template"] } == ["friend-attending"])
        #expect(try heard(scene, EventPassScene.alice).isEmpty)
        #expect(try scene.shard.deadLetters().isEmpty)
    }

    @Test("So does who holds a ticket; once, whoever of one's friends comes next")
    func holder() throws {
        let scene = try scene()
        try scene.shard.receive(EventFavorited(eventId: "e-1", userId: "john", favorite: false))
        try scene.issue(["john"], order: "o-john")
        try scene.shard.receive(FriendshipMade(userId: "dora", friendId: "john"))
        try scene.shard.receive(InterestsChanged(userId: "dora", maxTravelDistanceKm: 25, shareAttendance: true))
        try scene.shard.advance(by: .hours(1))
        try buy(scene)
        try buy(scene, "dora", order: "o-2")
        #expect(try heard(scene).count == 1)
        let records = try scene.shard.ask(DecisionRecords.self, ["recipientId": "john", "type": "friend-attending"],
                                          as: EventPassScene.dora).json["data"]?.array ?? []
        #expect(records.map { $0["reasons"] } == [["duplicate"], ["ok"]])
    }

    @Test("Nobody hears of who does not share, is no friend, or goes where they do not; nor does the organizer of the event")
    func nobody() throws {
        let shy = try scene(sharing: false)
        try buy(shy)
        #expect(try heard(shy).isEmpty)

        let apart = try scene()
        try apart.shard.receive(FriendshipEnded(userId: "john", friendId: "alice"))
        try buy(apart)
        #expect(try heard(apart).isEmpty)

        let indifferent = try scene()
        try indifferent.shard.receive(EventFavorited(eventId: "e-1", userId: "john", favorite: false))
        try buy(indifferent)
        #expect(try heard(indifferent).isEmpty)

        let own = try scene()
        try own.shard.receive(FriendshipMade(userId: "bob", friendId: "alice"))
        try own.shard.receive(EventFavorited(eventId: "e-1", userId: "bob", favorite: true))
        try buy(own)
        #expect(try heard(own, EventPassScene.bob).isEmpty && heard(own).count == 1)
    }

    @Test("Seeded tickets are no news")
    func imported() throws {
        let scene = try scene()
        let ticket = IssuedTicket(ticketId: "t-1", ticketTypeId: "tt", holderId: "alice", serial: "S")
        try scene.shard.receive(TicketsIssued(orderId: "o-1", eventId: "e-1", userId: "alice", event: EventPassScene.event(),
                                              tickets: [ticket], imported: true))
        try scene.shard.advance(by: .seconds(1))
        #expect(try heard(scene).isEmpty)
    }

    @Test("What waits for the morning is dropped when it is true no longer", arguments: ["friendship", "sharing", "ticket", "event"])
    func nightly(what: String) throws {
        let scene = try scene()
        try scene.go(to: 2, 23)
        try buy(scene)
        let held = try #require(try heard(scene).first)
        #expect(held["reasons"] == ["quiet_hours"] && held["scheduledFor"] == "2026-11-25T04:00:00Z")
        switch what {
        case "friendship": try scene.shard.receive(FriendshipEnded(userId: "alice", friendId: "john"))
        case "sharing": try scene.shard.receive(InterestsChanged(userId: "alice", maxTravelDistanceKm: 25, shareAttendance: false))
        case "ticket":
            try scene.shard.receive(
                TicketsCancelled(orderId: "o-1", eventId: "e-1",
                                 tickets: [IssuedTicket(ticketId: "o-1-0", ticketTypeId: "tt", holderId: "alice", serial: "S")],
                                 reason: "refund"))
        default:
            try scene.shard.receive(EventCancelled(eventId: "e-1", event: EventPassScene.event(version: 2), reason: "Rain", deleted: false,
                                                   attendeeCount: 1))
            try scene.shard.advance(by: .seconds(1))
        }
        #expect(try scene.decisions(of: held["id"]) == ["delay", "drop"])
        try scene.go(to: 3, 9)
        #expect(try scene.outbox("push").allSatisfy { $0["template"] != "friend-attending" })
    }

    @Test("Not within half an hour of the start")
    func tooLate() throws {
        let scene = try scene()
        try scene.go(to: 6, 9, 30)
        try scene.shard.advance(by: .seconds(1))
        try buy(scene)
        let records = try scene.shard.ask(DecisionRecords.self, ["recipientId": "john", "type": "friend-attending"],
                                          as: EventPassScene.dora).json["data"]?.array ?? []
        #expect(records.map { $0["reasons"] } == [["too_close_to_start"]])
    }

    @Test("A friend who leaves the app is named nowhere any more: not in the feed, not in what waits, not in what would have left")
    func erased() throws {
        for hour in [12, 23] {
            let scene = try scene()
            try scene.go(to: 2, hour)
            try buy(scene)
            #expect(try heard(scene).count == 1 && knows(scene, "Achieng"))
            try scene.shard.receive(UserErased(userId: "alice"))
            try scene.shard.advance(by: .seconds(1))
            #expect(try heard(scene).isEmpty && !knows(scene, "Achieng"))
            try scene.go(to: 3, 9)
            #expect(try scene.outbox("push").allSatisfy { $0["template"] != "friend-attending" })
            for table in ["friendship", "attendance_shared", "naming"] { #expect(try scene.shard.count(of: table) == 0) }
            #expect(try scene.shard.deadLetters().isEmpty)
        }
    }
    @Test("Friends of an account that is gone are not made any more")
    func tooLateToBefriend() throws {
        let scene = try scene()
        try scene.shard.receive(UserErased(userId: "alice"))
        try scene.shard.receive(FriendshipMade(userId: "alice", friendId: "john"))
        #expect(try scene.shard.count(of: "friendship") == 0)
    }
    private func knows(_ scene: EventPassScene, _ text: String) throws -> Bool {
        try scene.shard.file.pool.read { db in
            let tables = try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'souk_%' AND name NOT LIKE 'sqlite_%'")
            return try tables.contains { table in
                try Row.fetchAll(db, sql: "SELECT * FROM \(table)").contains { row in
                    row.databaseValues.contains { String.fromDatabaseValue($0)?.contains(text) == true }
                }
            }
        }
    }
}
