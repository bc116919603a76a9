import Kernel
import NotificationsDelivery
import NotificationsKit
import NotificationsService
import Testing

@Suite("A lane to one provider")
struct DeliveryLaneTests {
    private let start = ContinuousClock.now

    @Test("A quarter of the places, at least one, is kept for critical messages", arguments: [(2, 1), (4, 3), (8, 6), (64, 48)])
    func reserved(connections: Int, bulk: Int) {
        var lane = DeliveryLane(LaneSettings(connections: connections), now: start)
        #expect(lane.room(at: start) == (connections, bulk))
        for _ in 0..<bulk { lane.started(isCritical: false) }
        #expect(lane.room(at: start) == (connections - bulk, 0))
        for _ in 0..<(connections - bulk) { lane.started(isCritical: true) }
        #expect(lane.room(at: start) == (0, 0))
        lane.ended(isCritical: false, .accepted(providerId: nil), at: start)
        #expect(lane.room(at: start) == (1, 1))
    }

    @Test("No more messages start in a second than the settings say, and what was not used up does not pile up")
    func rate() {
        var lane = DeliveryLane(LaneSettings(connections: 100, perSecond: 10), now: start)
        func take(at now: ContinuousClock.Instant) -> Int {
            let free = lane.room(at: now).critical
            for _ in 0..<free {
                lane.started(isCritical: true)
                lane.ended(isCritical: true, .accepted(providerId: nil), at: now)
            }
            return free
        }
        #expect(take(at: start) == 10)
        #expect(take(at: start + .milliseconds(250)) == 2)
        #expect(take(at: start + .milliseconds(300)) == 1)
        #expect(take(at: start + .seconds(60)) == 10)
    }

    @Test("""
        A provider that does not answer is left alone for longer and longer, but a critical message still tries; then one message looks \
        whether it is back
        """)
    func rest() {
        var lane = DeliveryLane(LaneSettings(connections: 8), now: start)
        let away = SendOutcome.transient(code: "no-connection", providerIsAway: true)
        for _ in 0..<6 { lane.started(isCritical: false) }
        for _ in 0..<6 { lane.ended(isCritical: false, away, at: start) }
        #expect(lane.room(at: start) == (8, 0))
        var now = start
        for wait in [1, 2, 4, 8, 16, 30, 30] {
            #expect(lane.room(at: now + .milliseconds(wait * 1000 - 1)) == (8, 0))
            now += .seconds(wait)
            #expect(lane.room(at: now) == (8, 1))
            lane.started(isCritical: false)
            lane.ended(isCritical: false, away, at: now)
        }
        lane.started(isCritical: true)
        lane.ended(isCritical: true, .permanent(code: "550"), at: now)
        #expect(lane.room(at: now) == (8, 6))
    }

    @Test("A provider that says when to come back is not asked before, by nobody")
    func closed() {
        var lane = DeliveryLane(LaneSettings(connections: 8), now: start)
        lane.started(isCritical: true)
        lane.ended(isCritical: true, .transient(code: "QUOTA_EXCEEDED", after: .seconds(7), providerIsAway: true), at: start)
        #expect(lane.room(at: start + .milliseconds(6_999)) == (0, 0))
        #expect(lane.room(at: start + .seconds(7)) == (8, 1))
        lane.started(isCritical: false)
        lane.ended(isCritical: false, .transient(code: "451"), at: start + .seconds(8))
        #expect(lane.room(at: start + .seconds(8)).critical == 8)
    }
}
