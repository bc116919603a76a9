import Kernel
import OrdersCheckIn
import TestKit
import Testing

@Suite("Scans of one ticket, replayed")
struct ScanReplayTests {
    private func scan(_ nonce: String, _ minute: Int, _ kind: CheckInRules.Kind = .entry, device: String = "a", admitted: Bool = true,
                      because problem: ScanReplay.Problem? = nil, forced: Bool = false, ahead: Bool = false) -> ScanReplay.Scan {
        ScanReplay.Scan(nonce: nonce, deviceID: device, at: Timestamp(secondsSinceEpoch: Int64(60 * minute)), kind: kind,
                        isAdmitted: admitted, problem: problem, isForced: forced, isClockAhead: ahead)
    }
    private func lines(_ outcome: ScanReplay.Outcome) -> [String] {
        outcome.conflicts.map { "\($0.kind.rawValue) \($0.kept ?? "-") \($0.other)" }
    }

    @Test("The earliest entry is kept, also if it arrives last; every other entry is a conflict with it")
    func doubleEntry() {
        let outcome = ScanReplay.replay([scan("late", 9), scan("first", 1), scan("middle", 5)], reEntry: false)
        #expect(outcome.passage == .init(firstEntry: Timestamp(secondsSinceEpoch: 60), isInside: true))
        #expect(lines(outcome) == ["double-entry first middle", "double-entry first late"])
        #expect(outcome.counted == ["first"])
    }

    @Test("Coming back counts where the event allows it, and is a double entry elsewhere")
    func reEntry() {
        let scans = [scan("in", 1), scan("out", 2, .exit), scan("back", 3), scan("again", 4)]
        #expect(lines(ScanReplay.replay(scans, reEntry: true)) == ["double-entry back again"])
        let once = ScanReplay.replay(scans, reEntry: false)
        #expect(lines(once) == ["double-entry in back", "double-entry in again"])
        #expect(once.passage?.isInside == false)
    }

    @Test("At the same second the device and then the nonce decide")
    func ties() {
        #expect(lines(ScanReplay.replay([scan("1", 1, device: "b"), scan("2", 1, device: "a")], reEntry: false)) == ["double-entry 2 1"])
        #expect(lines(ScanReplay.replay([scan("2", 1), scan("1", 1)], reEntry: false)) == ["double-entry 1 2"])
    }

    @Test("What was admitted in spite of a rule is told; whether it counts depends on the rule")
    func problems() {
        for problem in ScanReplay.Problem.allCases {
            let outcome = ScanReplay.replay([scan("x", 1, because: problem)], reEntry: false)
            #expect(lines(outcome) == ["admitted-\(problem.rawValue) - x"])
            let counts = [ScanReplay.Problem.blocked, .wrongGate, .outOfWindow].contains(problem)
            #expect((outcome.passage != nil) == counts)
            // A second one with a ticket that counted is a double entry as well.
            let twice = ScanReplay.replay([scan("x", 1), scan("y", 2, because: problem)], reEntry: false)
            #expect(lines(twice) == ["admitted-\(problem.rawValue) - y"] + (counts ? ["double-entry x y"] : []))
            #expect(ScanReplay.replay([scan("x", 1, admitted: false, because: problem)], reEntry: false).conflicts.isEmpty)
        }
    }

    @Test("A refusal is a conflict where the replay would have let the person pass")
    func refused() {
        #expect(lines(ScanReplay.replay([scan("x", 1, admitted: false)], reEntry: false)) == ["refused-valid - x"])
        #expect(ScanReplay.replay([scan("in", 1), scan("x", 2, admitted: false)], reEntry: true).conflicts.isEmpty)
        #expect(lines(ScanReplay.replay([scan("in", 1), scan("x", 2, .exit, admitted: false)], reEntry: true)) == ["refused-valid - x"])
        #expect(ScanReplay.replay([scan("x", 1, .exit, admitted: false)], reEntry: true).conflicts.isEmpty)
    }

    @Test("Somebody leaves whom nobody saw enter: no conflict, and the ticket stays unused")
    func exitOutside() {
        let outcome = ScanReplay.replay([scan("x", 1, .exit)], reEntry: true)
        #expect(outcome == ScanReplay.replay([], reEntry: true) && outcome.passage == nil && outcome.conflicts.isEmpty)
    }

    @Test("A forced entry is not a conflict, and an imported entry comes before every scan")
    func forcedAndImported() {
        #expect(ScanReplay.replay([scan("in", 1), scan("vip", 2, forced: true)], reEntry: false).conflicts.isEmpty)
        let imported = ScanReplay.Passage(firstEntry: Timestamp(secondsSinceEpoch: 0), isInside: true)
        #expect(lines(ScanReplay.replay([scan("x", 5)], reEntry: false, imported: imported)) == ["double-entry - x"])
    }

    @Test("A clock that ran ahead is told beside everything else")
    func clock() {
        #expect(lines(ScanReplay.replay([scan("in", 1), scan("x", 2, ahead: true)], reEntry: false))
            == ["clock-skew - x", "double-entry in x"])
        #expect(lines(ScanReplay.replay([scan("x", 2, because: .revoked, ahead: true)], reEntry: false))
            == ["clock-skew - x", "admitted-revoked - x"])
    }

    @Test("Random scans: the order in which they came changes nothing, and the numbers add up", arguments: 0..<200)
    func properties(_ seed: Int) {
        var random = SeededNumbers(seed)
        let scans = (0..<Int.random(in: 1...40, using: &random)).map { index in
            scan("n\(index)", Int.random(in: 0...12, using: &random), Bool.random(using: &random) ? .entry : .exit,
                 device: ["a", "b", ""].randomElement(using: &random) ?? "", admitted: Int.random(in: 0...3, using: &random) > 0,
                 because: Int.random(in: 0...2, using: &random) == 0 ? ScanReplay.Problem.allCases.randomElement(using: &random) : nil,
                 forced: Int.random(in: 0...9, using: &random) == 0, ahead: Int.random(in: 0...9, using: &random) == 0)
        }
        for reEntry in [false, true] {
            let outcome = ScanReplay.replay(scans, reEntry: reEntry)
            for _ in 0..<5 { #expect(ScanReplay.replay(scans.shuffled(using: &random), reEntry: reEntry) == outcome) }
            // Each admitted entry that may count either does or is one double entry.
            let entries = scans.filter { $0.kind == .entry && $0.isAdmitted && $0.problem?.changesNoTicket != true }.map(\.nonce)
            let surplus = outcome.conflicts.filter { $0.kind == .doubleEntry }
            #expect(Set(entries) == Set(surplus.map(\.other)).union(outcome.counted.filter(entries.contains)))
            #expect(Set(surplus.map(\.other)).isDisjoint(with: outcome.counted))
            #expect(surplus.allSatisfy { $0.kept.map(outcome.counted.contains) == true })
            let firstCounted = scans.filter { outcome.counted.contains($0.nonce) && $0.kind == .entry }.map(\.at).min()
            #expect(outcome.passage?.firstEntry == firstCounted)
            #expect(Set(outcome.conflicts).count == outcome.conflicts.count)
            let judged = outcome.conflicts.filter { $0.kind.rawValue.hasPrefix("admitted-") }.map(\.other)
            #expect(Set(judged).count == judged.count, "a scan has at most one admitted-…")
        }
    }
}

/// Random numbers that are the same in every run (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64
    init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
