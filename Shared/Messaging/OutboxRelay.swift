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
    let sentBefore: Int64
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
    /// Records that were taken and have not left.
    var lingering: LingeringRecords
    private static let lingeringRecordsMax = 1_000
    /// How long what lingers may stay; nil: nothing does.
    package var timeToLinger: Duration? { waitsForRetry ? nil : lingering.due.map { max(.zero, $0 - .now) } }
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

    /// How long records that nobody waits for gather. A person does not notice it, and at a hundred purchases a second
    /// five of them share a batch; with 10 ms there was mostly one (docs/performance.md).
    package static let linger: Duration = .milliseconds(50)

    /// - Parameters:
    ///   - sentBefore: rows up to here may have been published before.
    ///   - putAside: counts rows that the log does not take.
    package init(service: ServiceName, partition: Int32 = 0, producer: any LogProducer, pacer: any RelayPacer, relayed: Int64,
                 sentBefore: Int64 = 0, putAside: Metrics.Counter, linger: Duration = OutboxRelay.linger, logger: Logger) {
        events = TopicPartition(Topics.events(service), partition)
        lingering = LingeringRecords(interval: linger)
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

    /// Rows that were committed just now. While nothing older waits they go out as they are, or linger until others
    /// follow; else, or from where the producer takes no more, `pump` reads them from the file later. Within a topic
    /// their order is kept. Answers how many were taken.
    @discardableResult
    package func send(_ committed: [Row]) throws -> Int {
        guard hasRecovered(), !mayHaveMore else { return 0 }
        let now = ContinuousClock.now
        for (sent, row) in committed.enumerated() {
            guard inFlight < Self.inFlightRowsMax, try take(row, at: now) else {
                mayHaveMore = true
                return sent
            }
        }
        if timeToLinger == .zero || lingering.entries.count > Self.lingeringRecordsMax { try sendLingering() }
        return committed.count
    }

    /// Sends what lingers, whether its time is over or not. What the producer does not take stays.
    package func sendLingering() throws {
        guard !lingering.isEmpty, hasRecovered() else { return }
        try flush()
    }

    /// Sends what lingers for one topic, or everything. False: the producer does not take all of it.
    @discardableResult
    func flush(_ topic: String? = nil) throws -> Bool {
        let refused = try lingering.send(topic: topic, at: .now) {
            try pacer.allows($0.record) && produce($0.record, of: $0.position, as: $0.number)
        }
        // Never taken: found again in the file, where such rows are put aside.
        acknowledgements.state.withLock { state in
            if refused.contains(where: { $0.position == state.tooLarge }) { state.failed = true }
        }
        return refused.isEmpty
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
            let now = ContinuousClock.now
            for row in rows {
                if try take(stored(row), at: now) {
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

    /// False: not now (queue full, or the readers of the topic are too far behind), or never (`tooLarge` says so).
    /// True: it went out, or it lingers.
    private func take(_ row: Row, at now: ContinuousClock.Instant) throws -> Bool {
        let position = row.position
        guard try sendMarkers(before: position) else { return false }
        let mayGo = acknowledgements.state.withLock { $0.tooLarge != position && (position > $0.aloneUntil || $0.inFlight == 0) }
        guard mayGo else { return false }
        let copies = copies(of: row)
        for (record, lingers) in copies where !lingers {
            // Nothing overtakes within a topic: what lingers goes before what must not.
            if lingering.waits(for: record.topic), try !flush(record.topic) { return false }
        }
        for (record, lingers) in copies where !lingers && !pacer.allows(record) { return false }
        let number = acknowledgements.state.withLock { $0.append(position, records: copies.count) }
        for (record, lingers) in copies where try !sendOrLinger(record, of: position, as: number, lingers: lingers, at: now) {
            takeBack(number)
            return false
        }
        cursor = position
        return true
    }

    private func sendOrLinger(_ record: OutgoingRecord, of position: Int64, as number: Int, lingers: Bool,
                              at now: ContinuousClock.Instant) throws -> Bool {
        if lingers, !lingering.mayGo(to: record.topic, at: now) || !pacer.allows(record) {
            lingering.add(.init(record: record, position: position, number: number), at: now)
            return true
        }
        lingering.noteSent(to: record.topic, at: now, lingers: lingers)
        return try produce(record, of: position, as: number)
    }

    // MARK: - The producer

    /// What has gone out of a row that the producer does not take whole goes out again with the next try.
    func produceOrTakeBack(_ row: Row, as number: Int) throws -> Bool {
        if pacer.allows(row.record), try produce(row.record, of: row.position, as: number) { return true }
        takeBack(number)
        return false
    }

    private func takeBack(_ number: Int) {
        lingering.remove(number: number)
        acknowledgements.state.withLock { $0.takeBack(number) }
    }

    /// False: the producer does not take it now, or never (`tooLarge` says so).
    private func produce(_ record: OutgoingRecord, of position: Int64, as number: Int) throws -> Bool {
        let run = acknowledgements.state.withLock { $0.run }
        do throws(LogError) {
            try producer.enqueue(record, in: generation) { [acknowledgements] result in
                switch result {
                case .success: acknowledgements.settled(number, run: run)
                case .failure(let error): acknowledgements.settled(number, run: run, error)
                }
            }
            Failpoint.hit(.inRelay)
            return true
        } catch {
            if error.kind == .recordTooLarge {
                acknowledgements.state.withLock { $0.tooLarge = position }
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
    }
}
