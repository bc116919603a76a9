import Foundation
import GRDB
import Kernel
import Storage

/// Which messages the tests of a run really delivered, across all their processes: lines `<service> <type>` in the file that
/// `SOUK_DELIVERIES` names, and `<service> timer <type>` where a timer sent it. A message that was only ever refused does not
/// count. Without the variable nothing is written.
public enum DeliveredTypes {
    public static let variable = "SOUK_DELIVERIES"
    private static let path = ProcessInfo.processInfo.environment[variable]

    public static var isGathering: Bool { path != nil }

    /// - Parameter delivered: ids of the messages that the test delivered; timers sent the others.
    /// - Parameter others: queries and preprocessors that were answered; the file's inbox does not know them.
    static func note(_ service: ServiceName, in file: ShardFile, delivered: Set<String>, others: Set<MessageType>) throws {
        guard let path else { return }
        let handled = try file.pool.read { db in
            try Row.fetchAll(db, sql: "SELECT id, type FROM souk_inbox WHERE reply_status IS NULL OR reply_status < 400")
                .map { (id: $0[0] as String, type: $0[1] as String) }
        }
        let fired = handled.filter { !delivered.contains($0.id) }.map { "timer \($0.type)" }
        let lines = Set(handled.map(\.type) + fired + others.map(\.rawValue))
        try SharedFile.append(lines.map { "\(service) \($0)\n" }.joined(), to: path)
    }

    /// The run's lines so far; empty without the variable.
    public static func gathered() throws -> Set<String> {
        guard let path else { return [] }
        return Set(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init))
    }
}
