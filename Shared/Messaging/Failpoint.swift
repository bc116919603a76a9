import Foundation
import Kernel
import Synchronization

/// Places where tests kill the process, as a power cut would. `SOUK_FAILPOINT=orders/after-commit:3,catalog/in-relay`
/// kills the program `orders` at the third time it gets there after the file `failpoint-is-armed` came into `SOUK_DATA`
/// (what a start brings does not count), and `catalog` at the first. Each is killed once per `SOUK_DATA`, which then
/// has a file `failpoint-was-hit-<program>`, so that the restarted program lives.
public enum Failpoint: String, Sendable, CaseIterable {
    case beforeCommit = "before-commit"
    case afterCommit = "after-commit"
    case afterReply = "after-reply"
    case inRelay = "in-relay"
    case inForwarder = "in-forwarder"
    /// The copy is written and has no name yet.
    case inSnapshot = "in-snapshot"
    /// Of the gateway: answers are read from the log and nobody has got them.
    case beforeAnswer = "before-answer"

    /// Fault injection: messages that crash the program as a defect of a handler would.
    /// `SOUK_TRAP=orders/orders.place-order.v1:Nakasero,auth/auth.sign-in.v1` crashes `orders` at every message of the
    /// type whose value contains the text, and `auth` at every message of the type. The variable alone has no effect:
    /// the directory `SOUK_DATA` must contain a file `traps-are-set` when the program starts.
    private static let traps: [String: [[UInt8]]]? = {
        let environment = ProcessInfo.processInfo.environment
        guard let all = environment["SOUK_TRAP"],
              FileManager.default.fileExists(atPath: (environment["SOUK_DATA"] ?? "data") + "/traps-are-set") else { return nil }
        let program = ProcessInfo.processInfo.processName + "/"
        var traps: [String: [[UInt8]]] = [:]
        for trap in all.split(separator: ",") where trap.hasPrefix(program) {
            let parts = trap.dropFirst(program.count).split(separator: ":", maxSplits: 1)
            if let type = parts.first { traps[String(type), default: []].append(parts.count > 1 ? Array(parts[1].utf8) : []) }
        }
        return traps
    }()
    public static func trap(on type: MessageType, _ value: @autoclosure () -> [UInt8]) {
        guard let traps, let texts = traps[type.rawValue] else { return }
        let value = value()
        precondition(!texts.contains { $0.isEmpty || value.firstRange(of: $0) != nil }, "SOUK_TRAP asks for it")
    }

    private struct Armed {
        let point: Failpoint
        let hits: Int
        /// Nothing counts before it is there.
        let switchedOn: String
        /// Made before the kill: a second life is not killed again.
        let marker: String
    }

    private static let armed: Armed? = {
        let environment = ProcessInfo.processInfo.environment
        let program = ProcessInfo.processInfo.processName
        guard let mine = environment["SOUK_FAILPOINT"]?.split(separator: ",").first(where: { $0.hasPrefix(program + "/") }) else {
            return nil
        }
        let parts = mine.dropFirst(program.count + 1).split(separator: ":")
        guard let point = parts.first.flatMap({ Failpoint(rawValue: String($0)) }) else { return nil }
        let folder = environment["SOUK_DATA"] ?? "data"
        let marker = folder + "/failpoint-was-hit-" + program
        guard !FileManager.default.fileExists(atPath: marker) else { return nil }
        return Armed(point: point, hits: parts.count > 1 ? Int(parts[1]) ?? 1 : 1, switchedOn: folder + "/failpoint-is-armed",
                     marker: marker)
    }()
    private static let reached = Atomic<Int>(0)

    /// Does nothing unless this point is armed. SIGKILL: no handler runs, no buffer is flushed.
    public static func hit(_ point: Failpoint) {
        guard let armed, armed.point == point, FileManager.default.fileExists(atPath: armed.switchedOn) else { return }
        guard reached.add(1, ordering: .relaxed).newValue == armed.hits else { return }
        _ = FileManager.default.createFile(atPath: armed.marker, contents: Data(point.rawValue.utf8))
        kill(getpid(), SIGKILL)
    }
}
