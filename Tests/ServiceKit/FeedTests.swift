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
}
