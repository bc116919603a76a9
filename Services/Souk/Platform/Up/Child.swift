import CSupervise
import Foundation

/// One running program: its process and the lines it writes. Used by the supervisor's thread only.
final class Child {
    let plan: ChildPlan
    private(set) var pid: pid_t?
    private(set) var output: Int32 = -1
    private(set) var startedAt: ContinuousClock.Instant = .now
    /// When it is started again after a crash.
    var restartAt: ContinuousClock.Instant?
    private var backOff: Duration = Child.backOffMin
    private var partial: [UInt8] = []

    static let backOffMin = Duration.milliseconds(200)
    static let backOffMax = Duration.seconds(10)
    /// One that ran this long is healthy: the next crash starts at the shortest wait again.
    static let healthyAfter = Duration.seconds(30)

    init(_ plan: ChildPlan) { self.plan = plan }

    /// Throws when the system cannot make a process.
    func start() throws {
        restartAt = nil
        var arguments = ([plan.executable] + plan.arguments).map { strdup($0) } + [nil]
        var environment = plan.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in arguments + environment { free(pointer) } }
        var descriptor: Int32 = -1
        let child = souk_spawn(plan.executable, &arguments, &environment, &descriptor)
        guard child > 0 else { throw Installation.Invalid(description: "cannot start \(plan.name): \(String(cString: strerror(errno)))") }
        (pid, output, startedAt) = (child, descriptor, .now)
    }

    /// Takes what was written since the last time, as whole lines.
    func drain() -> [String] {
        guard output >= 0 else { return [] }
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let count = read(output, &chunk, chunk.count)
            if count > 0 { partial += chunk[0..<count] }
            if count == 0 {
                close(output)
                output = -1
            }
            guard count > 0 else { break }
        }
        var lines = partial.split(separator: 10, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
        let rest = lines.popLast() ?? ""
        partial = output < 0 ? [] : Array(rest.utf8)
        if output < 0, !rest.isEmpty { lines.append(rest) }
        return lines
    }

    func signal(_ number: Int32) {
        if let pid { kill(pid, number) }
    }

    /// The process ended with this wait status.
    func ended() {
        pid = nil
        if output >= 0 {
            close(output)
            output = -1
        }
    }

    /// The wait before the next start; doubles with every crash in a row.
    func nextBackOff() -> Duration {
        if ContinuousClock.now - startedAt > Self.healthyAfter { backOff = Self.backOffMin }
        defer { backOff = min(backOff * 2, Self.backOffMax) }
        return backOff
    }
}
