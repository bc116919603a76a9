import Kernel
import Testing

@Suite("The life of a claim")
struct ClaimStateTests {
    private static let end = Timestamp(secondsSinceEpoch: 1_800_000_000)

    @Test("A confirmed claim can be withdrawn, but not released; what has ended ends once")
    func withdrawn() throws {
        var claim = ClaimState.held(until: Self.end)
        #expect(try claim.confirm(at: Self.end - .seconds(1)) == .heldBecomesSold)
        #expect(claim.release() == .nothing && claim == .confirmed)
        #expect(claim.withdraw() && claim == .released && !claim.withdraw())
        var held = ClaimState.held(until: nil)
        #expect(held.withdraw() && held.release() == .nothing)
        var expired = ClaimState.expired
        #expect(!expired.withdraw() && expired == .expired)
    }

    @Test("At its end exactly a hold is gone")
    func end() {
        var claim = ClaimState.held(until: Self.end)
        #expect(claim.expire(at: Self.end - .seconds(1)) == .nothing && claim.isHeldOrSold && claim.end == Self.end)
        #expect(throws: ClaimState.Refusal.claimExpired) { try claim.confirm(at: Self.end) }
        #expect(claim.expire(at: Self.end) == .heldGoesBack && claim == .expired && claim.end == nil)
        #expect(throws: ClaimState.Refusal.claimExpired) { try claim.extend(until: Self.end + .hours(1), at: Self.end) }
    }
}
