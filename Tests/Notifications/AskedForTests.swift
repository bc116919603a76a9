import Contracts
import Kernel
import Messaging
import NotificationsService
import TestKit
import Testing

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
        _ = try scene.shard.send(NotificationsService.Snooze(kind: "engagement"), as: EventPassScene.john)
        func snoozed() throws -> Int? { try scene.shard.ask(PreferencesOfUser.self, as: EventPassScene.john).json["snoozes"]?.array?.count }
        #expect(try snoozed() == 1)
        for _ in 0..<2 { #expect(try scene.shard.send(EndSnooze(kind: "engagement"), as: EventPassScene.john)?.status == 204) }
        #expect(try snoozed() == 0)
    }
}
