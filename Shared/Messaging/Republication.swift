import GRDB
import Kernel
import Synchronization

/// Sends the outbox rows again that a `Republish` asked for: one topic and one slice at a time, no faster than a
/// lagging reader can handle besides new rows. The file keeps the position, so that a restart continues.
final class Republication {
    static let rowsPerSliceMax = 100
    static let bytesPerSliceMax = 256 * 1024
    /// The minimum time between the starts of two slices: a thousand rows or 2.5 MB a second at most.
    static let interval: Duration = .milliseconds(100)

    /// There may be rows to send.
    var isUnderWay = true
    private var nextSlice = ContinuousClock.now
    private var slice: Slice?
    /// The brokers acknowledged the markers that follow the republished events.
    private var markersAreSent = false

    /// Rows in flight. They count as sent when all of them are acknowledged.
    private final class Slice: Sendable {
        let topic: String
        let isOfMarkers: Bool
        private let state = Mutex<(waiting: Int, last: Int64, failed: Bool)>((0, 0, false))
        init(_ topic: String, isOfMarkers: Bool = false) { (self.topic, self.isOfMarkers) = (topic, isOfMarkers) }
        func took(_ position: Int64) { state.withLock { ($0.waiting, $0.last) = ($0.waiting + 1, position) } }
        func settled(_ isSent: Bool) {
            state.withLock {
                $0.waiting -= 1
                $0.failed = $0.failed || !isSent
            }
        }
        var isSettled: Bool { state.withLock { $0.waiting == 0 } }
        /// The last row; nil if one of them did not arrive.
        var sentUntil: Int64? { state.withLock { $0.failed ? nil : $0.last } }
    }

    /// - Parameters:
    ///   - relayed: rows up to here have been published; nothing after it is sent again.
    ///   - events: the shard's topic of events.
    ///   - subscription: the direct subscriber behind a topic. What it lacks are commands and events.
    ///   - markers: those of the subscriptions that the shard has taken. A reader that lost events may have lost its marker
    ///     too, and records that came directly wait for it.
    ///   - send: takes a record and reports later whether it arrived. False: not now.
    func work(_ db: Database, relayed: Int64, events: TopicPartition, subscription: (String) -> DirectSubscription?,
              markers: () throws -> [OutgoingRecord], row: (GRDB.Row) -> OutboxRelay.Row,
              send: (OutgoingRecord, @escaping @Sendable (Bool) -> Void) throws -> Bool) throws {
        if let slice {
            guard slice.isSettled else { return }
            if let position = slice.sentUntil {
                if slice.isOfMarkers { markersAreSent = true }
                try db.execute(sql: "UPDATE souk_republish SET after_position = max(after_position, ?) WHERE topic = ?",
                               arguments: [position, slice.topic])
            }
            self.slice = nil
        }
        guard nextSlice <= .now else { return }
        guard let request =
            try GRDB.Row.fetchOne(db, sql: "SELECT topic, after_position, until_position FROM souk_republish ORDER BY topic LIMIT 1") else {
            isUnderWay = false
            return
        }
        let (topic, until): (String, Int64) = (request[0], request[2])
        let direct = subscription(topic)
        let rows = try GRDB.Row.fetchAll(try db.cachedStatement(sql: """
            SELECT \(OutboxRelay.columns) FROM souk_outbox WHERE position > ?1 AND position <= ?2
            AND (topic = ?3 OR topic = ?4 AND instr(?5, ' ' || type || ' ') > 0) ORDER BY position
            LIMIT \(Self.rowsPerSliceMax)
            """), arguments: [request[1] as Int64, min(until, relayed), topic, direct == nil ? nil : events.topic,
                             " \(StoredSubscriptions.text(direct?.types ?? [])) "])
        guard !rows.isEmpty else {
            guard relayed >= until else { return }
            if topic == events.topic {
                if !markersAreSent, try sendAgain(markers(), of: topic, until: until, send) { return }
                markersAreSent = false
            }
            try db.execute(sql: "DELETE FROM souk_republish WHERE topic = ? AND again_after IS NULL", arguments: [topic])
            try db.execute(sql: "UPDATE souk_republish SET after_position = again_after, again_after = NULL, begun = 0 WHERE topic = ?",
                           arguments: [topic])
            return
        }
        if topic == events.topic { markersAreSent = false }
        nextSlice = .now + Self.interval
        // A request that comes from here on may miss rows of this slice, although no position has moved yet.
        try db.execute(sql: "UPDATE souk_republish SET begun = 1 WHERE topic = ? AND begun = 0", arguments: [topic])
        let slice = Slice(topic)
        var bytes = 0
        for stored in rows {
            let next = row(stored)
            let record = direct.map { next.record.topic == events.topic ? OutboxRelay.directRecord(next, $0, from: events) : next.record }
                ?? next.record
            bytes += record.sizeBytes
            guard bytes <= Self.bytesPerSliceMax || next.position == rows.first?[0] else { break }
            slice.took(next.position)
            guard try send(record, { slice.settled($0) }) else {
                slice.settled(false)
                break
            }
        }
        self.slice = slice
    }

    /// Sends the markers as one slice.
    /// - Returns: false: there are no markers.
    private func sendAgain(_ markers: [OutgoingRecord], of topic: String, until position: Int64,
                           _ send: (OutgoingRecord, @escaping @Sendable (Bool) -> Void) throws -> Bool) throws -> Bool {
        guard !markers.isEmpty else { return false }
        nextSlice = .now + Self.interval
        let slice = Slice(topic, isOfMarkers: true)
        for record in markers {
            slice.took(position)
            guard try send(record, { slice.settled($0) }) else {
                slice.settled(false)
                break
            }
        }
        self.slice = slice
        return true
    }
}

extension OutboxRelay {
    /// Sends a slice of a requested republication when its time has come, beside new rows. New rows go first when the
    /// producer is full.
    package func republish(_ db: Database) throws {
        guard isRepublishing, !isBehind, hasRecovered() else { return }
        try republication.work(db, relayed: watermark, events: events, subscription: subscription(of:),
                               markers: { try sentMarkers() }, row: { stored($0, again: true) }) { [pacer, producer] record, settled in
            guard pacer.allows(record) else { return false }
            do throws(LogError) {
                try producer.enqueue(record) { result in
                    switch result {
                    case .success: settled(true)
                    // The row was dead-lettered long ago and must not block again.
                    case .failure(let error): settled(error.kind == .recordTooLarge)
                    }
                }
                return true
            } catch {
                if error.kind == .recordTooLarge {
                    settled(true)
                    return true
                }
                // Brokers refuse the topic, and the client knows it: the request waits, and the shard goes on.
                guard error.kind == .queueFull || error.isRetriable || error.kind == .other && !error.isFatal else { throw error }
                return false
            }
        }
    }
}
