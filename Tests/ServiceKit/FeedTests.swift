import Contracts
import Kernel
import ServiceKit
import Testing

@Suite("What a feed shows of an event")
struct FeedTests {
    private let members: [String: JSONValue] = ["claimId": "c1", "listing": ["kind": "event", "id": "e1"], "left": 3]
    private func shown(_ fields: [String]) -> [String: JSONValue] {
        Feed(event: "catalog.claim-released.v1", as: "availability", shows: fields).shown(of: members)
    }

    @Test("The fields it names, deeper ones under the name that clients know; without names everything; what is missing is left out")
    func fields() {
        #expect(shown(["left"]) == ["left": 3])
        #expect(shown(["listing.id as eventId", "left"]) == ["eventId": "e1", "left": 3])
        #expect(shown([]) == members)
        #expect(shown(["gone", "listing.name as title", "gone.id as id"]) == [:])
    }

    @Test("Names that answers show as null are null where the event says nothing, others are left out")
    func nulls() {
        let feed = Feed(event: "orders.food-order-updated.v1", as: "order.updated", shows: ["id", "estimatedAt", "note"])
            .null(for: "estimatedAt")
        #expect(feed.shown(of: ["id": "1"]) == ["id": "1", "estimatedAt": .null])
        let renamed = Feed(event: "orders.food-order-updated.v1", as: "order.updated", shows: ["end as until", "note as text"])
        #expect(renamed.null(for: "until").shown(of: ["id": "1"]) == ["until": .null])
        #expect(feed.shown(of: ["id": "1", "estimatedAt": "2026-11-21T07:00:00Z"]) == ["id": "1", "estimatedAt": "2026-11-21T07:00:00Z"])
        #expect(feed.shown(of: ["id": "1", "estimatedAt": .null]) == ["id": "1", "estimatedAt": .null])
    }

    @Test("Times that it names are shown in whole seconds, with all other fields and under other names, too")
    func times() {
        let members: [String: JSONValue] = ["at": "2026-11-21T07:00:00.999Z", "until": "2026-11-21T07:15:00.250Z", "note": "2026"]
        func shown(_ fields: [String], _ feed: (Feed) -> Feed) -> [String: JSONValue] {
            feed(Feed(event: "orders.ticket-checked-in.v1", as: "check-in.admitted", shows: fields)).shown(of: members)
        }
        #expect(shown([]) { $0.wholeSeconds(of: "at", "note", "gone") }
            == ["at": "2026-11-21T07:00:00Z", "until": "2026-11-21T07:15:00.250Z", "note": "2026"])
        #expect(shown(["until as end"]) { $0.wholeSeconds(of: "until") } == ["end": "2026-11-21T07:15:00Z"])
    }
}
