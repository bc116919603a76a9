import Kernel
import Messaging
import Synchronization

/// Keeps what it is handed until the test says what became of it. A record's name is its topic and its id.
final class HeldProducer: LogProducer {
    static let sent = Result<RecordPosition, LogError>.success(RecordPosition(partition: 0, offset: 0))

    private struct Record {
        let name: String
        let onDelivery: (@Sendable (Result<RecordPosition, LogError>) -> Void)?
        var isSettled = false
    }
    private let records = Mutex<[Record]>([])
    /// Topics whose records are not taken.
    let full = Mutex<Set<String>>([])
    /// Topics of which the client knows that brokers refuse them.
    let refused = Mutex<Set<String>>([])
    /// How often it had to start anew.
    let starts = Mutex(0)

    /// Every record so far.
    var taken: [String] { records.withLock { $0.map(\.name) } }
    /// Those of which the test has said nothing.
    var held: [String] { records.withLock { $0.filter { !$0.isSettled }.map(\.name) } }
    var inFlight: Int { held.count }

    static let abandoned =
        Result<RecordPosition, LogError>.failure(LogError(kind: .abandoned, isRetriable: true, description: "its producer started anew"))
    /// The records in flight when the producer had to start anew.
    let dropped = Mutex<[String]>([])
    func startAnew() {
        starts.withLock { $0 += 1 }
        let lost = held
        dropped.withLock { $0 += lost }
        settle(nil, Self.abandoned)
    }

    /// How often another client took over by itself.
    private let takeovers = Mutex(0)
    var generation: Int { starts.withLock { $0 } + takeovers.withLock { $0 } }
    /// The client stood still: from now on another one takes records. What the first one holds is given up later, by `settle`.
    func takeOver() { takeovers.withLock { $0 += 1 } }
    func enqueue(_ record: OutgoingRecord, in generation: Int, onDelivery: (@Sendable (Result<RecordPosition, LogError>) -> Void)?)
        throws(LogError) {
        guard generation == self.generation else { throw LogError(kind: .abandoned, isRetriable: true, description: "taken over") }
        try enqueue(record, onDelivery: onDelivery)
    }

    func enqueue(_ record: OutgoingRecord, onDelivery: (@Sendable (Result<RecordPosition, LogError>) -> Void)?) throws(LogError) {
        if full.withLock({ $0.contains(record.topic) }) { throw LogError(kind: .queueFull, isRetriable: true, description: "full") }
        if refused.withLock({ $0.contains(record.topic) }) {
            throw LogError(kind: .other, isRetriable: false, description: "not authorized")
        }
        let id = record.headers.first { $0.name == "ce_id" }?.value.map { String(decoding: $0, as: UTF8.self) } ?? ""
        records.withLock { $0.append(Record(name: "\(record.topic) \(id)", onDelivery: onDelivery)) }
    }
    func append(_ records: [OutgoingRecord], timeout: Duration) throws(LogError) -> [RecordPosition] { [] }
    func close(flushTimeout: Duration) {}

    /// Settles what is held, of one name or all.
    func settle(_ name: String?, _ result: Result<RecordPosition, LogError>) {
        let settled = records.withLock { records in
            records.indices.filter { !records[$0].isSettled && (name == nil || records[$0].name == name) }.map { index in
                records[index].isSettled = true
                return records[index].onDelivery
            }
        }
        for onDelivery in settled { onDelivery?(result) }
    }
}
