import GRDB
import Kernel
import Synchronization

/// Sends rows of the outbox again that somebody asked for (`Republish`): one topic at a time, a slice at a time, no faster than a reader
/// who is behind can take beside what is new. The file keeps the place, so that a restart goes on.
final class Republication {
    static let rowsPerSliceMax = 100
    static let bytesPerSliceMax = 256 * 1024
    /// A slice begins no earlier than this after the one before: a thousand rows or 2.5 MB a second at most.
    static let interval: Duration = .milliseconds(100)

    /// There may be something to send.
    var isUnderWay = true
    private var nextSlice = ContinuousClock.now
    private var slice: Slice?

    /// Rows on their way. They count as sent when all of them are acknowledged.
    private final class Slice: Sendable {
        let topic: String
        private let state = Mutex<(waiting: Int, last: Int64, failed: Bool)>((0, 0, false))
        init(_ topic: String) { self.topic = topic }
        func took(_ position: Int64) { state.withLock { ($0.waiting, $0.last) = ($0.waiting + 1, position) } }
        func settled(_ isSent: Bool) {
            state.withLock {
                $0.waiting -= 1
                $0.failed = $0.failed || !isSent
            }
        }
        var isSettled: Bool { state.withLock { $0.waiting == 0 } }
        /// The last row; nil when one of them did not arrive.
        var sentUntil: Int64? { state.withLock { $0.failed ? nil : $0.last } }
    }

    /// - Parameters:
    ///   - relayed: rows up to here have gone out in their own time; nothing is sent again before that.
    ///   - send: hands a row over and is told later whether it arrived. False: not now.
    func work(_ db: Database, relayed: Int64, row: (GRDB.Row) -> OutboxRelay.Row, send: (OutboxRelay.Row, @escaping @Sendable (Bool) -> Void) throws -> Bool) throws {
        if let slice {
            guard slice.isSettled else { return }
            if let position = slice.sentUntil {
                try db.execute(sql: "UPDATE souk_republish SET after_position = max(after_position, ?) WHERE topic = ?", arguments: [position, slice.topic])
            }
            self.slice = nil
        }
        guard nextSlice <= .now else { return }
        guard let request = try GRDB.Row.fetchOne(db, sql: "SELECT topic, after_position, until_position FROM souk_republish ORDER BY topic LIMIT 1") else {
            isUnderWay = false
            return
        }
        let (topic, until): (String, Int64) = (request[0], request[2])
        let rows = try GRDB.Row.fetchAll(try db.cachedStatement(sql: """
            SELECT \(OutboxRelay.columns) FROM souk_outbox WHERE position > ? AND position <= ? AND topic = ? ORDER BY position LIMIT \(Self.rowsPerSliceMax)
            """), arguments: [request[1] as Int64, min(until, relayed), topic])
        guard !rows.isEmpty else {
            if relayed >= until { try db.execute(sql: "DELETE FROM souk_republish WHERE topic = ?", arguments: [topic]) }
            return
        }
        nextSlice = .now + Self.interval
        let slice = Slice(topic)
        var bytes = 0
        for stored in rows {
            let next = row(stored)
            bytes += next.record.sizeBytes
            guard bytes <= Self.bytesPerSliceMax || next.position == rows.first?[0] else { break }
            slice.took(next.position)
            guard try send(next, { slice.settled($0) }) else {
                slice.settled(false)
                break
            }
        }
        self.slice = slice
    }
}
