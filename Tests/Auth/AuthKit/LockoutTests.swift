import AuthKit
import Kernel
import Testing

@Suite("Lockout") struct LockoutTests {
    let start = Timestamp(secondsSinceEpoch: 1_800_000_000)
    let rule = Lockout.Rule()

    @Test("Five failures within the window, and every further try waits longer, up to a limit")
    func grows() {
        var lockout = Lockout()
        for _ in 1...4 {
            #expect(lockout.refuse(at: start, rule) == nil)
            lockout.fail(at: start, rule)
        }
        #expect(lockout.refuse(at: start, rule) == nil)
        lockout.fail(at: start, rule)
        let waits = (1...7).map { _ in lockout.refuse(at: start, rule)?.wholeSeconds ?? 0 }
        #expect(waits == [60, 120, 240, 480, 900, 900, 900])
    }

    @Test("Four failures are nobody's business, and old ones are forgotten")
    func window() {
        var lockout = Lockout()
        for minute in [0, 1, 2, 3] { lockout.fail(at: start + .minutes(minute), rule) }
        lockout.fail(at: start + .minutes(15), rule)
        #expect(lockout.refuse(at: start + .minutes(15), rule) == nil, "the first failure is 15 minutes old")
        lockout.fail(at: start + .seconds(15 * 60 + 1), rule)
        #expect(lockout.refuse(at: start + .seconds(15 * 60 + 1), rule) != nil)
    }

    @Test("After the wait one try is judged again; wrong, and the wait is longer")
    func again() {
        var lockout = Lockout()
        for _ in 1...5 { lockout.fail(at: start, rule) }
        #expect(lockout.refuse(at: start + .seconds(30), rule) == nil)
        lockout.fail(at: start + .seconds(30), rule)
        #expect(lockout.lockedUntil == start + .seconds(90))
    }
}
