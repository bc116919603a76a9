import Contracts
import Kernel
import Testing

@Suite("Messages about claims of releases before they named their listing")
struct OlderClaimTests {
    private func listing<M: Message>(_: M.Type, _ listing: (M) -> ListingReference, _ more: String = "") throws -> String {
        let json = #"{"claimId":"c1","orderId":"o1","eventId":"e1"\#(more)}"#
        return listing(try JSON.decode(M.self, from: Array(json.utf8))).kind
    }

    @Test("They are read as claims of events, so orders that were paid during an update get their tickets")
    func olderMessages() throws {
        #expect(try listing(ClaimConfirmed.self, \.listing) == "event")
        #expect(try listing(ClaimExpired.self, \.listing) == "event")
        #expect(try listing(ClaimReleased.self, \.listing) == "event")
        #expect(try listing(ClaimConfirmRefused.self, \.listing, #","slug":"claim-expired""#) == "event")
        let refusal = #","status":409,"slug":"sold-out","detail":"","members":{},"errors":{}"#
        #expect(try listing(ClaimRefused.self, \.listing, refusal) == "event")
    }

    @Test("A message that names a listing is about that one")
    func named() throws {
        let sent = ClaimConfirmed(claimId: "c1", orderId: "o1", listing: ListingReference(kind: "restaurant", id: "r1"))
        #expect(try JSON.decode(ClaimConfirmed.self, from: JSON.encode(sent)) == sent)
    }
}
