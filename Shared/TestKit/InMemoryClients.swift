import Messaging
import Synchronization

// The producer and the readers of the log in memory.

final class InMemoryProducer: LogProducer {
    private let log: InMemoryLog
    private let isClosed = Mutex(false)
    init(_ log: InMemoryLog) { self.log = log }

    func enqueue(_ record: OutgoingRecord, onDelivery: (@Sendable (Result<RecordPosition, LogError>) -> Void)?) throws(LogError) {
        guard !isClosed.withLock({ $0 }) else { throw InMemoryLog.closed }
        let result = log.append(record)
        if case .failure(let error) = result, error.kind == .queueFull { throw error }
        onDelivery?(result)
    }
    func append(_ records: [OutgoingRecord], timeout: Duration) throws(LogError) -> [RecordPosition] {
        guard !isClosed.withLock({ $0 }) else { throw InMemoryLog.closed }
        var positions: [RecordPosition] = []
        for record in records { positions.append(try log.append(record).get()) }
        return positions
    }
    var inFlight: Int { 0 }
    func close(flushTimeout: Duration) { isClosed.withLock { $0 = true } }
}

final class InMemoryReader: LogReader {
    private let log: InMemoryLog
    private let name: String
    private let group: String?
    private let partitions = Mutex<[InMemoryPartitionReader]>([])
    init(_ log: InMemoryLog, name: String, group: String?) { (self.log, self.name, self.group) = (log, name, group) }

    func open(_ partition: TopicPartition, from start: StartPosition) throws(LogError) -> any PartitionReader {
        _ = try log.wait(.seconds(60)) { state in
            guard state.heldReader == self.name else { return .success(true) }
            state.hasHeld = true
            return nil
        }
        let reader = InMemoryPartitionReader(log, partition, group: group)
        try reader.seek(to: start)
        partitions.withLock { $0.append(reader) }
        return reader
    }
    func close() { for partition in partitions.withLock({ $0 }) { partition.close() } }
}

private final class InMemoryPartitionReader: PartitionReader {
    private struct Place {
        var next: Int64 = 0
        var isClosed = false
        var isWoken = false
    }
    private let log: InMemoryLog
    let partition: TopicPartition
    private let group: String?
    private let place = Mutex(Place())
    init(_ log: InMemoryLog, _ partition: TopicPartition, group: String?) {
        (self.log, self.partition, self.group) = (log, partition, group)
    }

    func read(max: Int, wait: Duration) throws(LogError) -> [IncomingRecord] {
        try log.wait(wait) { state in
            self.place.withLock { place in
                if place.isClosed { return .failure(InMemoryLog.closed) }
                if place.isWoken {
                    place.isWoken = false
                    return .success([])
                }
                let fetched = state.fetch(self.partition, from: place.next, max: max)
                if case .success(let records) = fetched, let last = records.last { place.next = last.offset + 1 }
                return fetched
            }
        } ?? []
    }
    func seek(to start: StartPosition) throws(LogError) {
        let position = log.state.withLock { $0.position(start, self.partition) }
        place.withLock { $0.next = position }
    }
    func commit(before offset: Int64) {
        guard let group else { return }
        log.change { $0.committed[group, default: [:]][self.partition] = offset }
    }
    func wake() {
        place.withLock { $0.isWoken = true }
        log.change { _ in }
    }
    func onNews(_ action: @escaping @Sendable () -> Void) { log.state.withLock { $0.watchers[ObjectIdentifier(self)] = action } }
    func close() {
        place.withLock { $0.isClosed = true }
        log.change { $0.watchers[ObjectIdentifier(self)] = nil }
    }
}

final class InMemoryFixedReader: LogFixedReader {
    private struct Place {
        var next: [TopicPartition: Int64] = [:]
        var isClosed = false
        var isWoken = false
    }
    private let log: InMemoryLog
    private let group: String
    private let place: Mutex<Place>

    init(_ log: InMemoryLog, group: String, from starts: [TopicPartition: StartPosition]) {
        (self.log, self.group) = (log, group)
        let next = log.state.withLock { state in
            Dictionary(uniqueKeysWithValues: starts.map { ($0.key, state.position($0.value, $0.key)) })
        }
        place = Mutex(Place(next: next))
    }

    func read(max: Int, wait: Duration) throws(LogError) -> [IncomingRecord] {
        try log.wait(wait) { state in
            self.place.withLock { place in
                if place.isClosed { return .failure(InMemoryLog.closed) }
                if place.isWoken {
                    place.isWoken = false
                    return .success([])
                }
                for (partition, position) in place.next {
                    guard var fetched = state.fetch(partition, from: position, max: max) else { continue }
                    if case .failure(let error) = fetched, error.kind == .offsetOutOfRange {
                        // Like the reader of a real log, continue at the oldest record.
                        guard let oldest = state.fetch(partition, from: state.starts[partition] ?? 0, max: max) else { continue }
                        fetched = oldest
                    }
                    if case .success(let records) = fetched, let last = records.last { place.next[partition] = last.offset + 1 }
                    return fetched
                }
                return nil
            }
        } ?? []
    }
    func commit(before next: [TopicPartition: Int64]) { log.change { $0.committed[self.group, default: [:]].merge(next) { $1 } } }
    func wake() {
        place.withLock { $0.isWoken = true }
        log.change { _ in }
    }
    func close() {
        place.withLock { $0.isClosed = true }
        log.change { _ in }
    }
}
