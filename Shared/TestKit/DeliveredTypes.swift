import Foundation
import GRDB
import Kernel
import Storage

/// Records which message types the tests of a run delivered, across all processes: lines `<service> <type>` in the file
/// named by `SOUK_DELIVERIES`. Rejected messages don't count. Does nothing without the variable.
public enum DeliveredTypes {
    public static let variable = "SOUK_DELIVERIES"
    private static let path = ProcessInfo.processInfo.environment[variable]

    public static var isGathering: Bool { path != nil }

    /// - Parameter others: queries and intakes that were answered; the file's inbox does not know them.
    static func note(_ service: ServiceName, in file: ShardFile, others: Set<MessageType>) throws {
        guard let path else { return }
        let types = try file.pool.read { try String.fetchAll($0, sql: "SELECT DISTINCT type FROM souk_inbox WHERE reply_status IS NULL OR reply_status < 400") }
        try SharedFile.append((types + others.map(\.rawValue)).map { "\(service) \($0)\n" }.joined(), to: path)
    }

    /// The run's lines so far; empty without the variable.
    public static func gathered() throws -> Set<String> {
        guard let path else { return [] }
        return Set(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init))
    }
}
