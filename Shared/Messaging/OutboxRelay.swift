import Foundation
import GRDB
import Kernel
import Synchronization

/// Sends outbox rows to the log in their order and knows up to which row the brokers have acknowledged everything.
/// Used by the shard's writer thread; acknowledgements come from the producer's thread.
final class OutboxRelay {
    /// Rows handed to the producer and not acknowledged yet, at most.
    static let inFlightRowsMax = 4_000
    private static let fetchRowsMax = 500

    private let producer: any LogProducer
    private let service: ServiceName
    private let pacer: any RelayPacer
    /// Last row handed to the producer.
    private var cursor: Int64
    /// There may be rows after the cursor.
    private(set) var isBehind = true
    private let acknowledgements = Acknowledgements()

    /// Positions in flight, in order, and what is acknowledged without a gap.
    private final class Acknowledgements: Sendable {
        struct State {
            /// Positions handed over, in order, with a mark for "acknowledged"; the head is the oldest not acknowledged.
            var order: [(position: Int64, done: Bool)] = []
            var head = 0
            var watermark: Int64 = 0
            var failed = false
            /// Acknowledgements of an older run (before a rewind) are of no interest.
            var run = 0
        }
        let state = Mutex(State())

        func settled(_ position: Int64, run: Int, ok: Bool) {
            state.withLock { state in
                guard state.run == run else { return }
                guard ok else {
                    state.failed = true
                    return
                }
                // Acknowledgements come almost in order: the wanted one is near the head.
                var i = state.head
                while i < state.order.count, state.order[i].position != position { i += 1 }
                guard i < state.order.count else { return }
                state.order[i].done = true
                while state.head < state.order.count, state.order[state.head].done {
                    state.watermark = state.order[state.head].position
                    state.head += 1
                }
                if state.head > 1024, state.head * 2 > state.order.count {
                    state.order.removeFirst(state.head)
                    state.head = 0
                }
            }
        }
    }

    init(service: ServiceName, producer: any LogProducer, pacer: any RelayPacer, relayed: Int64) {
        (self.service, self.producer, self.pacer, cursor) = (service, producer, pacer, relayed)
        acknowledgements.state.withLock { $0.watermark = relayed }
    }

    /// Everything up to here is acknowledged.
    var watermark: Int64 { acknowledgements.state.withLock { $0.watermark } }
    var inFlight: Int { acknowledgements.state.withLock { $0.order.count - $0.head } }

    /// Starts again after this row (a new cluster, a republish request, a failed delivery). What goes out twice is dropped by inboxes.
    func rewind(to position: Int64) {
        cursor = position
        isBehind = true
        acknowledgements.state.withLock { state in
            state.order = []
            state.head = 0
            state.watermark = position
            state.failed = false
            state.run += 1
        }
    }

    /// A row of the outbox with the record it becomes.
    struct Row {
        let position: Int64
        let record: OutgoingRecord
    }

    /// Rows that were committed just now. While nothing older waits they go out as they are; else, or from where the producer
    /// takes no more, `pump` reads them from the file later. Answers how many went out.
    func send(_ committed: [Row]) throws -> Int {
        if acknowledgements.state.withLock({ $0.failed }) { rewind(to: watermark) }
        guard !isBehind else { return 0 }
        for (sent, row) in committed.enumerated() {
            guard inFlight < Self.inFlightRowsMax, try send(row) else {
                isBehind = true
                return sent
            }
        }
        return committed.count
    }

    /// Hands rows to the producer as far as limits allow. Answers how many.
    @discardableResult
    func pump(_ db: Database) throws -> Int {
        if acknowledgements.state.withLock({ $0.failed }) { rewind(to: watermark) }
        var sent = 0
        while isBehind, inFlight < Self.inFlightRowsMax {
            let rows = try GRDB.Row.fetchAll(try db.cachedStatement(sql: """
                SELECT position, tenant, id, topic, type, subject, time, correlation_id, causation_id, traceparent, value FROM souk_outbox
                WHERE position > ? ORDER BY position LIMIT \(Self.fetchRowsMax)
                """), arguments: [cursor])
            for row in rows {
                guard try send(stored(row)) else { return sent }
                sent += 1
            }
            isBehind = rows.count == Self.fetchRowsMax
        }
        return sent
    }

    private func stored(_ row: GRDB.Row) -> Row {
        let envelope = Envelope(id: row[2], type: MessageType(row[4] as String), source: "/\(service)", time: Timestamp(millisecondsSinceEpoch: row[6]), subject: row[5],
                                tenant: TenantID(unchecked: row[1]), correlationID: row[7], causationID: row[8], traceparent: row[9], value: [UInt8](row[10] as Data))
        return Row(position: row[0], record: envelope.record(for: row[3]))
    }

    /// False: not now (queue full, or the readers of the topic are too far behind).
    private func send(_ row: Row) throws -> Bool {
        guard pacer.allows(row.record) else { return false }
        let position = row.position
        let run = acknowledgements.state.withLock { state -> Int in
            state.order.append((position, false))
            return state.run
        }
        do throws(LogError) {
            try producer.enqueue(row.record) { [acknowledgements] result in
                if case .success = result { acknowledgements.settled(position, run: run, ok: true) } else { acknowledgements.settled(position, run: run, ok: false) }
            }
        } catch {
            acknowledgements.state.withLock { state in
                if state.run == run, state.order.last?.position == position { state.order.removeLast() }
            }
            if error.kind == .queueFull || error.isRetriable { return false }
            throw error
        }
        cursor = position
        Failpoint.hit(.inRelay)
        return true
    }
}

/// Holds a relay back while readers of a topic are far behind. Needed on a broker that keeps only a few megabytes.
public protocol RelayPacer: Sendable {
    /// May this record go out now? Counts it if so.
    func allows(_ record: OutgoingRecord) -> Bool
}

/// A broker with real retention needs no pacing.
public struct Unpaced: RelayPacer {
    public init() {}
    public func allows(_ record: OutgoingRecord) -> Bool { true }
}
