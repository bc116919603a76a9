import Contracts
import Kernel
import Messaging
import NotificationsAdministration
import NotificationsService
import Testing
import TestKit

@Suite("New events of organizers whom people follow")
struct FollowedEventsTests {
    private func publish(_ event: EventID, of organizer: User.ID, _ scene: EventPassScene) throws {
        try scene.shard.receive(EventPublished(eventId: event, event: EventPassScene.event(event, organizer: organizer)))
        try scene.shard.advance(by: .seconds(1))
    }

    @Test("After unfollowing an organizer, a summary leaves out their events; a summary without events is not sent", arguments: [1, 2])
    func unfollowed(organizers: Int) throws {
        let scene = try EventPassScene()
        for (place, organizer) in ["bob", "dora"].prefix(organizers).enumerated() {
            let organizer = User.ID(organizer)
            try scene.shard.receive(OrganizerFollowed(organizerId: organizer, userId: "john", following: true))
            try publish(EventID("e-\(place + 1)"), of: organizer, scene)
        }
        try scene.shard.receive(OrganizerFollowed(organizerId: "bob", userId: "john", following: false))
        try scene.go(to: 2, 10, 1)
        let summary = try scene.feed().first { $0["type"] == "new-events-digest" }
        #expect(summary?["body"] == (organizers == 1 ? nil : "1 new event: Tech Summit e-2."))
        let records = try scene.shard.ask(DecisionRecords.self, ["recipientId": "john", "type": "new-events-digest"],
                                          as: EventPassScene.dora).json["data"]?.array ?? []
        #expect(records.map { $0["reasons"] } == [organizers == 1 ? ["digest_empty"] : ["ok"]])
    }
}
