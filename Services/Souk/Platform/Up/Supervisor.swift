import CSupervise
import Foundation
import Synchronization

/// Keeps the programs of one machine running: starts them, prefixes their lines, starts the crashed again, stops all together.
/// One thread, one `poll`: the thread that calls `run` must be the process's main thread, for the children end with it.
final class Supervisor {
    private let children: [Child]
    private let signals: Int32
    private var stopping: ChildPlan.Tier?
    private var tierDeadline: ContinuousClock.Instant = .now
    private let onChange: ([String: Int32]) -> Void
    private let nameWidth: Int
    /// Set by the signal or command that ends the platform; read when all programs have ended.
    let exitCode: ExitCodeHolder

    /// After SIGTERM a program has this long: the gateway gives its connections up to 25 s to end.
    static let stopGrace = Duration.seconds(30)
    /// The others start when the broker listens.
    private var waitsForBroker: Bool

    /// - Parameter onChange: gets the processes whenever one starts.
    init(_ plans: [ChildPlan], onChange: @escaping ([String: Int32]) -> Void) throws {
        signals = souk_signal_descriptor()
        guard signals >= 0 else { throw Installation.Invalid(description: "signalfd: \(String(cString: strerror(errno)))") }
        exitCode = ExitCodeHolder()
        children = plans.map(Child.init)
        waitsForBroker = plans.contains { $0.tier == .broker }
        nameWidth = plans.map(\.name.count).max() ?? 0
        self.onChange = onChange
    }

    /// Runs until all programs have ended after a signal. Answers the exit code.
    func run() throws -> Int32 {
        for child in children where !waitsForBroker || child.plan.tier == .broker { try child.start() }
        reportChange()
        while stopping == nil || children.contains(where: { $0.pid != nil }) {
            waitForEvents()
            for child in children { show(child.drain(), of: child) }
            try takeSignals()
            try restartDue()
            pushStop()
        }
        return exitCode.value
    }

    private func waitForEvents() {
        var descriptors = [pollfd(fd: signals, events: Int16(POLLIN), revents: 0)]
        for child in children where child.output >= 0 { descriptors.append(pollfd(fd: child.output, events: Int16(POLLIN), revents: 0)) }
        let soonest = (children.compactMap(\.restartAt) + (stopping == nil ? [] : [tierDeadline])).min()
        let wait = soonest.map { max(0, Int32(clamping: Int(($0 - .now).inSeconds * 1000) + 1)) } ?? -1
        _ = poll(&descriptors, nfds_t(descriptors.count), wait)
    }

    private func show(_ lines: [String], of child: Child) {
        guard !lines.isEmpty else { return }
        let index = children.firstIndex { $0 === child } ?? 0
        let colours: [Terminal.Colour] = [.cyan, .green, .yellow, .blue, .magenta, .red]
        let prefix = Terminal.painted(child.plan.name.padding(toLength: nameWidth, withPad: " ", startingAt: 0) + " │",
                                      colours[index % colours.count])
        for line in lines { Terminal.say("\(prefix) \(line)") }
        if waitsForBroker, child.plan.tier == .broker, lines.contains(where: { $0.hasPrefix("embedded broker on") }) {
            waitsForBroker = false
            guard stopping == nil else { return }
            for other in children where other.pid == nil && other.restartAt == nil { other.restartAt = .now }
        }
    }

    // MARK: - Signals

    private func takeSignals() throws {
        while true {
            let number = souk_next_signal(signals)
            switch number {
            case 0: return
            case SIGCHLD: reap()
            default: beginStop()
            }
        }
    }

    private func reap() {
        while true {
            var status: Int32 = 0
            let pid = waitpid(-1, &status, WNOHANG)
            guard pid > 0 else { return }
            guard let child = children.first(where: { $0.pid == pid }) else { continue }
            show(child.drain(), of: child)
            child.ended()
            guard stopping == nil else { continue }
            let how = status & 0x7F == 0 ? "ended with status \((status >> 8) & 0xFF)" : "was killed by signal \(status & 0x7F)"
            let wait = child.nextBackOff()
            child.restartAt = .now + wait
            say("\(child.plan.name) \(how); starting it again in \(Int(wait.inSeconds * 1000)) ms")
        }
    }

    private func restartDue() throws {
        guard stopping == nil else { return }
        for child in children {
            guard let due = child.restartAt, due <= .now else { continue }
            try child.start()
            reportChange()
        }
    }

    // MARK: - Stopping

    private func beginStop() {
        guard stopping == nil else {
            // Asked twice: at once.
            for child in children { child.signal(SIGKILL) }
            return
        }
        say("stopping")
        for child in children { child.restartAt = nil }
        stop(.gateway)
    }

    private func stop(_ tier: ChildPlan.Tier) {
        stopping = tier
        tierDeadline = .now + Self.stopGrace
        for child in children where child.plan.tier == tier { child.signal(SIGTERM) }
    }

    /// The next tier goes when the one before has ended; who does not end in time is killed.
    private func pushStop() {
        guard var tier = stopping else { return }
        var running: [Child] { children.filter { $0.plan.tier == tier && $0.pid != nil } }
        while running.isEmpty, let next = ChildPlan.Tier(rawValue: tier.rawValue + 1) {
            stop(next)
            tier = next
        }
        if !running.isEmpty, tierDeadline <= .now {
            for child in running {
                say("\(child.plan.name) did not stop in \(Int(Self.stopGrace.inSeconds)) s and is killed")
                child.signal(SIGKILL)
            }
            tierDeadline = .now + .seconds(1)
        }
    }

    private func reportChange() {
        onChange(Dictionary(children.compactMap { child in child.pid.map { (child.plan.name, $0) } }) { first, _ in first })
    }

    private func say(_ text: String) {
        Terminal.say(Terminal.painted("souk".padding(toLength: nameWidth, withPad: " ", startingAt: 0) + " │", .grey) + " " + text)
    }
}

/// What `souk up` ends with; set by the thread that finds that it cannot go on.
final class ExitCodeHolder: Sendable {
    private let code = Atomic<Int32>(0)
    var value: Int32 { code.load(ordering: .relaxed) }
    func set(_ value: Int32) { code.store(value, ordering: .relaxed) }
}
