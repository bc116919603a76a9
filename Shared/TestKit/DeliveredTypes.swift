import Foundation
import GRDB
import Kernel
import Storage

/// Which messages the tests of a run really delivered, across all their processes: lines `<service> <type>` in the file that `SOUK_DELIVERIES` names.
/// A message that was only ever refused does not count. Without the variable nothing is written.
public enum DeliveredTypes {
    public static let variable = "SOUK_DELIVERIES"
    private static let path = ProcessInfo.processInfo.environment[variable]

    public static var isGathering: Bool { path != nil }

    static func note(_ service: ServiceName, in file: ShardFile) throws {
        guard let path else { return }
        let types = try file.pool.read { try String.fetchAll($0, sql: "SELECT DISTINCT type FROM souk_inbox WHERE reply_status IS NULL OR reply_status < 400") }
        let lines = Array(types.map { "\(service) \($0)\n" }.joined().utf8)
        // One write to the end of the file: shards of other tests do the same at this moment.
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        let isWritten = descriptor >= 0 && write(descriptor, lines, lines.count) == lines.count
        let reason = String(cString: strerror(errno))
        if descriptor >= 0 { close(descriptor) }
        guard isWritten else { throw StorageError.unreadable(path: path, reason: reason) }
    }

    /// The lines of the run so far; none when nobody gathers them.
    public static func gathered() throws -> Set<String> {
        guard let path else { return [] }
        return Set(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init))
    }
}
