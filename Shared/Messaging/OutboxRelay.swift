import Contracts
import Foundation
import GRDB
import Kernel
import Logging
import Synchronization

/// Sends outbox rows to the log in their order and knows up to which row the brokers have acknowledged everything.
/// Used by the shard's writer thread; acknowledgements come from the producer's thread.
package final class OutboxRelay {
    /// Rows taken and not acknowledged yet, at most.
    static let inFlightRowsMax = 4_000
    private static let fetchRowsMax = 500
    /// The largest value and subject a message may have: topics take records of 2 MB, the rest is for headers.
    static let messageBytesMax = 1_900_000

    let producer: any LogProducer
    let service: ServiceName
    /// The shard's partition of the topic of events.
    let events: TopicPartition
    let pacer: any RelayPacer
    /// Services whose logs get events directly, and those whose marker has not gone out in this run, oldest first.
    var subscriptions: [DirectSubscription] = []
    var dueMarkers: [DirectSubscription] = []
    /// Last row handed to the producer.
    package private(set) var cursor: Int64
    /// Rows up to here may have been published before, to a log that was replaced.
    private let sentBefore: Int64
    /// There may be rows after the cursor.
    private var mayHaveMore = true
    /// After a failed delivery everything behind the last acknowledged row goes out again, but not more often than this.
    private static let retryAfter: Duration = .milliseconds(100)
    /// While no row gets through between two starts anew, each waits twice as long as the one before: brokers may refuse
    /// a topic for hours, and a start costs every shard of the process what it has in flight.
    private static let restartDelayMax: Duration = .seconds(5)
    package private(set) var restartDelay = retryAfter
    private var restartedAt: Int64?
    private var retryAt = ContinuousClock.now
    /// Events that may linger leave together, this long after the last that left. One after a quiet moment leaves at once.
    private let linger: Duration
    private static let lingeringRowsMax = 1_000
    /// Rows of the event topic that were taken and have not left.
    var lingering: [Lingering] = []
    struct Lingering {
        let row: Row
        let number: Int
        /// How many of the row's records the producer has taken.
        var sent = 0
    }
    private var lastLeft: ContinuousClock.Instant
    /// How long what lingers may stay; nil: nothing does.
    package var timeToLinger: Duration? { lingering.isEmpty || waitsForRetry ? nil : max(.zero, lastLeft + linger - .now) }
    /// There is something to pump.
    package var isBehind: Bool {
        !waitsForRetry && (mayHaveMore || !dueMarkers.isEmpty || acknowledgements.state.withLock { $0.failed })
    }
    private var waitsForRetry: Bool { retryAt > .now && acknowledgements.state.withLock { $0.failed } }
    let acknowledgements = Acknowledgements()
    /// The client that takes the rows of this run. Rows that another one took over would overtake those that it still holds.
    private var generation: Int
    private let asideCount: Metrics.Counter
    private let logger: Logger
    let republication = Republication()
    /// Whether a republication is under way.
    package var isRepublishing: Bool {
        get { republication.isUnderWay }
        set { republication.isUnderWay = newValue }
    }

    /// - Parameters:
    ///   - sentBefore: rows up to here may have been published before.
    ///   - putAside: counts rows that the log does not take.
    package init(service: ServiceName, partition: Int32 = 0, producer: any LogProducer, pacer: any RelayPacer, relayed: Int64,
                 sentBefore: Int64 = 0, putAside: Metrics.Counter, linger: Duration = .milliseconds(10), logger: Logger) {
        events = TopicPartition(Topics.events(service), partition)
        (self.linger, lastLeft) = (linger, .now - linger)
        (self.service, self.producer, self.pacer, cursor) = (service, producer, pacer, relayed)
        (asideCount, self.logger, self.sentBefore) = (putAside, logger, sentBefore)
        generation = producer.generation
        acknowledgements.state.withLock { $0.watermark = relayed }
    }

    /// Everything up to here is acknowledged.
    package var watermark: Int64 { acknowledgements.state.withLock { $0.watermark } }
    var inFlight: Int { acknowledgements.state.withLock { $0.inFlight } }

    /// Starts again after this row (a new cluster, a republish request, a failed delivery). What goes out twice is dropped by inboxes.
    func rewind(to position: Int64) {
        cursor = position
        mayHaveMore = true
        lingering.removeAll()
        dueMarkers = subscriptions.filter { $0.since >= position }.sorted { $0.since < $1.since }
        generation = producer.generation
        acknowledgements.state.withLock { state in
            (state.order, state.head, state.first) = ([], 0, 0)
            state.watermark = position
            state.failed = false
            state.isTorn = false
            state.run += 1
        }
    }

    /// False while a failed delivery waits for its next try.
    func hasRecovered() -> Bool {
        guard acknowledgements.state.withLock({ $0.failed }) else { return true }
        guard retryAt <= .now else { return false }
        retryAt = .now + Self.retryAfter
        // Rows in flight must not arrive between the failed row and its retry, or readers would see later events before
        // earlier ones.
        if acknowledgements.state.withLock({ $0.isTorn }) {
            restartDelay = restartedAt == watermark ? min(restartDelay * 2, Self.restartDelayMax) : Self.retryAfter
            (restartedAt, retryAt) = (watermark, .now + restartDelay)
            producer.startAnew()
        }
        rewind(to: watermark)
        return true
    }

    /// A row of the outbox with the record it becomes.
    package struct Row {
        let position: Int64
        let type: MessageType
        let record: OutgoingRecord
        /// See `DomainEvent.mayLinger`. What is read from the file has waited long enough.
        let mayLinger: Bool
        package init(position: Int64, type: MessageType, record: OutgoingRecord, mayLinger: Bool = false) {
            (self.position, self.type, self.record, self.mayLinger) = (position, type, record, mayLinger)
        }
    }

    /// Rows that were committed just now. While nothing older waits they go out as they are, or linger until others
    /// follow; else, or from where the producer takes no more, `pump` reads them from the file later. Within a topic
    /// their order is kept. Answers how many were taken.
    @discardableResult
    package func send(_ committed: [Row]) throws -> Int {
        guard hasRecovered(), !mayHaveMore else { return 0 }
        for (sent, row) in committed.enumerated() {
            guard inFlight < Self.inFlightRowsMax, try take(row) else {
                mayHaveMore = true
                return sent
            }
        }
        if timeToLinger == .zero || lingering.count > Self.lingeringRowsMax { try sendLingering() }
        return committed.count
    }

    /// Sends what lingers, whether its time is over or not. What the producer does not take stays.
    package func sendLingering() throws {
        guard !lingering.isEmpty, hasRecovered() else { return }
        try flush()
    }

    func flush() throws {
        lastLeft = .now
        var sent = 0
        while sent < lingering.count, try produce(lingering[sent].row, as: lingering[sent].number, &lingering[sent].sent) { sent += 1 }
        lingering.removeFirst(sent)
        // Never taken: found again in the file, where such rows are put aside.
        guard let first = lingering.first else { return }
        acknowledgements.state.withLock { if $0.tooLarge == first.row.position { $0.failed = true } }
    }

    /// Hands rows to the producer as far as limits allow. Answers how many. A row that the log does not take becomes a
    /// dead letter of the file, so that those behind it go out; it stays in the outbox like every sent one.
    @discardableResult
    package func pump(_ db: Database) throws -> Int {
        guard hasRecovered() else { return 0 }
        // Rows of the file do not overtake those in hand.
        try sendLingering()
        guard lingering.isEmpty else { return 0 }
        var sent = 0
        while mayHaveMore, inFlight < Self.inFlightRowsMax {
            let rows = try GRDB.Row.fetchAll(try db.cachedStatement(sql: """
                SELECT \(Self.columns) FROM souk_outbox
                WHERE position > ? ORDER BY position LIMIT \(Self.fetchRowsMax)
                """), arguments: [cursor])
            for row in rows {
                if try take(stored(row)) {
                    sent += 1
                } else if acknowledgements.state.withLock({ $0.tooLarge == row[0] as Int64 }) {
                    try putAside(row, db)
                } else {
                    return sent
                }
            }
            mayHaveMore = rows.count == Self.fetchRowsMax
        }
        if !mayHaveMore { _ = try sendMarkers(before: .max) }
        return sent
    }

    /// Not part of the log's story, which the row's writer knows nothing of: partition -1.
    private func putAside(_ row: GRDB.Row, _ db: Database) throws {
        let position: Int64 = row[0]
        try db.execute(sql: """
            INSERT OR IGNORE INTO souk_dead_letter (tenant, id, topic, partition, record_offset, type, reason, at, headers, value)
            SELECT tenant, id, topic, -1, position, type, 'not sent: the log does not take ' || length(value) || ' bytes', time, '{}',
            substr(value, 1, ?)
            FROM souk_outbox WHERE position = ?
            """, arguments: [DeadLetter.valueBytesMax, position])
        logger.error("a message is larger than the log takes and was put aside",
                     metadata: ["id": "\(row[2] as String)", "topic": "\(row[3] as String)"])
        asideCount.add()
        let (number, run) = acknowledgements.state.withLock { state in
            state.tooLarge = nil
            return (state.append(position), state.run)
        }
        cursor = position
        acknowledgements.settled(number, run: run)
    }

    static let columns = "position, tenant, id, topic, type, subject, time, correlation_id, causation_id, traceparent, value, headers"

    func stored(_ row: GRDB.Row, again: Bool = false) -> Row {
        var envelope = Envelope(id: row[2], type: MessageType(row[4] as String), source: "/\(service)",
                                time: Timestamp(millisecondsSinceEpoch: row[6]), subject: row[5],
                                tenant: TenantID(unchecked: row[1]), correlationID: row[7], causationID: row[8], traceparent: row[9],
                                value: [UInt8](row[10] as Data))
        envelope.clockOffset = OutboxHeaders(json: row[11]).clockOffset
        let position: Int64 = row[0]
        var record = envelope.record(for: row[3])
        if again || position <= sentBefore { record.headers.append(RecordHeader(Envelope.sentAgainHeader, "1")) }
        return Row(position: position, type: envelope.type, record: record)
    }

    /// False: not now (queue full, or the readers of the topic are too far behind), or never (`tooLarge` says so).
    /// True: it went out, or it lingers.
    private func take(_ row: Row) throws -> Bool {
        let position = row.position
        guard try sendMarkers(before: position) else { return false }
        let mayGo = acknowledgements.state.withLock { $0.tooLarge != position && (position > $0.aloneUntil || $0.inFlight == 0) }
        guard mayGo else { return false }
        let isQuiet = lingering.isEmpty && lastLeft + linger <= .now
        // Nothing overtakes within a topic: what lingers goes before what must not.
        if !row.mayLinger, lingering.contains(where: { sharesTopic(of: $0.row, with: row) }) {
            try flush()
            guard lingering.isEmpty else { return false }
        }
        let records = 1 + direct(row).count
        let number = acknowledgements.state.withLock { $0.append(position, records: records) }
        if row.mayLinger, !isQuiet {
            lingering.append(Lingering(row: row, number: number))
        } else {
            if row.mayLinger { lastLeft = .now }
            guard try produceOrTakeBack(row, as: number) else { return false }
        }
        cursor = position
        return true
    }

    // MARK: - The producer

    /// What has gone out of a row that the producer does not take whole goes out again with the next try.
    func produceOrTakeBack(_ row: Row, as number: Int) throws -> Bool {
        var sent = 0
        if try produce(row, as: number, &sent) { return true }
        acknowledgements.state.withLock { $0.takeBack(number) }
        return false
    }

    /// False: the producer does not take it now, or never (`tooLarge` says so).
    /// - Parameter sent: how many of the row's records the producer has taken.
    private func produce(_ row: Row, as number: Int, _ sent: inout Int) throws -> Bool {
        let records = ([row.record] + direct(row).map { Self.directRecord(row, $0, from: events) }).dropFirst(sent)
        for record in records where !pacer.allows(record) { return false }
        let run = acknowledgements.state.withLock { $0.run }
        for record in records {
            do throws(LogError) {
                try producer.enqueue(record, in: generation) { [acknowledgements] result in
                    switch result {
                    case .success: acknowledgements.settled(number, run: run)
                    case .failure(let error): acknowledgements.settled(number, run: run, error)
                    }
                }
            } catch {
                if error.kind == .recordTooLarge {
                    acknowledgements.state.withLock { $0.tooLarge = row.position }
                    return false
                }
                if error.kind == .abandoned {
                    acknowledgements.state.withLock { if $0.run == run { $0.failed = true } }
                    return false
                }
                if error.kind == .queueFull || error.isRetriable { return false }
                // The client knows already that brokers refuse the topic: only a new one asks them again.
                guard error.kind == .other, !error.isFatal else { throw error }
                acknowledgements.settled(number, run: run, error)
                return false
            }
            sent += 1
        }
        Failpoint.hit(.inRelay)
        return true
    }
}
