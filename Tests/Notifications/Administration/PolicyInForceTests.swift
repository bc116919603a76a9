import Contracts
import Kernel
import Messaging
import NotificationsAdministration
import NotificationsFeed
import NotificationsService
import Testing
import TestKit

@Suite("The policy in force")
struct PolicyInForceTests {
    private static func definition() throws -> TenantDefinition {
        try EventPassScene.definition { settings in
            guard var members = settings.object, var types = members["types"]?.object else { return }
            types["support-reply"] = nil
            types["refund-failed"] = nil
            types["support-news"] = ["cat": "transactional", "names": ["support-reply", "refund-failed"], "channels": ["push", "email"]]
            members["types"] = .object(types)
            settings = .object(members)
        }
    }

    @Test("A dry run that ends before its first candidate is refused, a feed of an unknown category and a campaign to no role as well")
    func refused() throws {
        let scene = try EventPassScene()
        let body: JSONValue = ["recipient": ["zone": "Africa/Kampala"], "to": "2026-11-25T08:59:59Z",
                               "candidates": [["type": "support-reply", "at": "2026-11-25T09:00:00Z"]]]
        #expect(try scene.shard.ask(Simulate.self, body, as: EventPassScene.dora).json["errors"]?.object?.keys.sorted() == ["to"])
        let feed = try scene.shard.ask(NotificationsOfUser.self, ["category": "nope"], as: EventPassScene.john)
        #expect(feed.status == 422 && feed.json["errors"]?["category"] != nil)
        let campaign: JSONValue = ["type": "new-feature", "title": ["en": "Seat maps"], "body": ["en": "Choose your seat on a map."],
                                   "audience": ["roles": ["attendee", "nope"]]]
        let started = try scene.shard.send(try campaign.decoded(as: StartMessageCampaign.self), as: EventPassScene.dora)
        #expect(started?.status == 422 && started?.json["errors"]?["audience.roles"] != nil)
    }

    @Test("Types that share a line are shown each with the whole line, and a dry run may change one of them")
    func sharedLines() throws {
        let scene = try EventPassScene(try Self.definition())
        let types = try scene.shard.ask(PolicyInForce.self, as: EventPassScene.dora).json["types"]
        let line: JSONValue = ["cat": "transactional", "channels": ["push", "email"]]
        #expect(types?["support-news"] == nil)
        #expect(types?["support-reply"] == line && types?["refund-failed"] == line)
        let body: JSONValue = [
            "recipient": ["zone": "Africa/Kampala", "roles": ["attendee"], "reach": ["push": true, "email": true]],
            "policy": ["types": ["support-reply": ["channels": ["push"]]]],
            "candidates": [["type": "support-reply", "at": "2026-11-25T09:00:00Z"],
                           ["type": "refund-failed", "at": "2026-11-25T10:00:00Z"]],
        ]
        let answer = try scene.shard.ask(Simulate.self, body, as: EventPassScene.dora)
        #expect(answer.status == 200, "\(answer.json)")
        #expect(answer.json["decisions"]?.array?.map { $0["channels"] } == [["push"], ["push", "email"]])
    }
}
