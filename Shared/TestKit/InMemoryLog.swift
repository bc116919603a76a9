import Dispatch
import Kernel
import Messaging
import Synchronization

/// A `LogCluster` in memory: partitions, offsets, groups, a cluster id that changes on `wipe`. For tests without a broker.
///
///     let log = InMemoryLog(partitions: ["gateway.replies": 4])
///     let reader = try log.makeReader(name: "test", group: nil).open(TopicPartition("orders.commands", 0), from: .beginning)
///
/// Unknown topics are created with `defaultPartitions` on first use.
public final class InMemoryLog: LogCluster {
    struct State {
        var cluster = 1
        var isDown = false
        /// Readers with this name wait when they open a partition.
        var heldReader: String?
        var hasHeld = false
        var hasGroups = true
        /// The error of every client and request.
        var misconfiguration: LogError?
        var defaultPartitions: Int
        var topics: [String: [[IncomingRecord?]]] = [:]
        /// The first retained offset.
        var starts: [TopicPartition: Int64] = [:]
        var committed: [String: [TopicPartition: Int64]] = [:]
        var waiting: [DispatchSemaphore] = []
        /// Called after every change.
        var watchers: [ObjectIdentifier: @Sendable () -> Void] = [:]
        /// The error of appends to a topic.
        var refusals: [String: LogError] = [:]
        var limits: [String: Int] = [:]
        /// Requests about this topic time out.
        var unanswered: String?
        var clock: @Sendable () -> Timestamp = { .now() }
    }
    let state: Mutex<State>
    public let isEmbedded: Bool

    public init(partitions: [String: Int] = [:], defaultPartitions: Int = 1, isEmbedded: Bool = false) {
        self.isEmbedded = isEmbedded
        state = Mutex(State(defaultPartitions: defaultPartitions, topics: partitions.mapValues { Array(repeating: [], count: $0) }))
    }

    // MARK: - Faults and changes

    /// Drops all records, as the embedded broker does when it stops. Topics stay; the cluster id changes.
    public func wipe() {
        change { state in
            state.cluster += 1
            state.topics = state.topics.mapValues { Array(repeating: [], count: $0.count) }
            (state.starts, state.committed) = ([:], [:])
        }
    }
    /// Deletes a topic and creates it again, as an operator may; the cluster stays the same.
    /// - Parameter records: the first records of partition 0, present before any reader asks.
    public func remake(_ topic: String, partitions: Int? = nil, with records: [OutgoingRecord] = []) {
        change { state in
            state.topics[topic] = Array(repeating: [], count: partitions ?? state.topics[topic]?.count ?? state.defaultPartitions)
            for (offset, record) in records.enumerated() {
                state.topics[topic]?[0].append(IncomingRecord(topic: topic, partition: 0, offset: Int64(offset), timestamp: state.clock(),
                                                              key: record.key, value: record.value, headers: record.headers))
            }
            state.starts = state.starts.filter { $0.key.topic != topic }
        }
    }
    /// Adds partitions to a topic; existing records keep their place.
    public func grow(_ topic: String, toPartitions count: Int) {
        change { state in
            let old = state.topics[topic] ?? []
            state.topics[topic] = old + Array(repeating: [], count: max(0, count - old.count))
        }
    }
    /// Drops the end of a partition from this offset on, like a broker that was elected leader without all records.
    public func loseEnd(of partition: TopicPartition, from offset: Int64) {
        change { state in
            guard let all = state.topics[partition.topic]?[Int(partition.partition)] else { return }
            state.topics[partition.topic]?[Int(partition.partition)] = Array(all.prefix(Int(offset)))
        }
    }
    /// Switches to another cluster with the same records at the same offsets, like a mirror.
    public func mirror() { change { $0.cluster += 1 } }
    /// The broker's clock, which stamps records.
    public var clock: @Sendable () -> Timestamp {
        get { state.withLock { $0.clock } }
        set { change { $0.clock = newValue } }
    }
    /// Makes readers with this name wait when they open a partition, until another name or nil is set.
    public func hold(readersNamed name: String?) { change { $0.heldReader = name } }
    /// Whether such a reader has tried.
    public var hasHeld: Bool { state.withLock { $0.hasHeld } }
    /// While true, producing fails as on a full queue, and requests time out.
    public var isDown: Bool {
        get { state.withLock { $0.isDown } }
        set { change { $0.isDown = newValue } }
    }
    /// Simulates a client with wrong settings: no client can be created and no request answered until it is set to nil.
    public func misconfigure(_ error: LogError?) { change { $0.misconfiguration = error } }
    /// While false, groups return and accept nothing, as on a cluster without a coordinator.
    public var hasGroups: Bool {
        get { state.withLock { $0.hasGroups } }
        set { change { $0.hasGroups = newValue } }
    }
    /// Commits an offset for a group.
    public func commit(_ next: Int64, of partition: TopicPartition, group: String) {
        change { $0.committed[group, default: [:]][partition] = next }
    }
    /// Retention: drops the records of a partition before this offset.
    public func truncate(_ partition: TopicPartition, before offset: Int64) {
        change { $0.starts[partition] = max(offset, $0.starts[partition] ?? 0) }
    }
    /// Makes the records of a partition before this offset older.
    public func backdate(_ partition: TopicPartition, before offset: Int64, by age: Duration) {
        change { state in
            let records = state.topics[partition.topic]?[Int(partition.partition)] ?? []
            state.topics[partition.topic]?[Int(partition.partition)] = records.map { record in
                guard let record, record.offset < offset else { return record }
                return IncomingRecord(
                    topic: record.topic, partition: record.partition, offset: record.offset, timestamp: record.timestamp - age,
                    key: record.key, value: record.value, headers: record.headers)
            }
        }
    }
    /// Appends to this topic fail with the error until it is set to nil.
    public func refuse(_ topic: String, with error: LogError?) { change { $0.refusals[topic] = error } }
    /// Requests about this topic time out until another name or nil is set.
    public func leaveUnanswered(_ topic: String?) { change { $0.unanswered = topic } }
    /// The largest record of a topic; larger ones are rejected, as by a broker.
    public func limit(_ topic: String, toBytes bytes: Int) { change { $0.limits[topic] = bytes } }
    /// All records of a topic, partition by partition, in order.
    public func records(of topic: String) -> [IncomingRecord] {
        state.withLock { ($0.topics[topic] ?? []).flatMap { $0.compactMap { $0 } } }
    }

    /// Changes the state and wakes every reader.
    func change<T>(_ body: (inout State) -> T) -> T {
        let (result, waiting, watchers) = state.withLock { state in
            let result = body(&state)
            defer { state.waiting.removeAll() }
            return (result, state.waiting, state.watchers.values)
        }
        for semaphore in waiting { semaphore.signal() }
        for watcher in watchers { watcher() }
        return result
    }

    // MARK: - LogCluster

    public func clusterID(timeout: Duration) throws(LogError) -> String {
        if let error = state.withLock({ $0.misconfiguration }) { throw error }
        let id: String? = state.withLock { $0.isDown ? nil : "memory-\($0.cluster)" }
        guard let id else { throw Self.timedOut }
        return id
    }
    public func ensureTopics(_ topics: [TopicSpecification]) throws(LogError) {
        guard Set(topics.map(\.name)).count == topics.count else {
            throw LogError(kind: .other, isRetriable: false, description: "a topic is named twice")  // As brokers do.
        }
        change { state in
            for topic in topics where state.topics[topic.name] == nil {
                state.topics[topic.name] = Array(repeating: [], count: topic.partitions)
            }
        }
    }
    public func partitionCount(of topic: String) throws(LogError) -> Int {
        let (count, isUnanswered) = state.withLock { ($0.topics[topic]?.count, $0.unanswered == topic) }
        guard !isUnanswered else { throw Self.timedOut }
        guard let count else { throw LogError(kind: .other, isRetriable: true, description: "no topic \(topic)") }
        return count
    }
    public func watermarks(_ partition: TopicPartition) throws(LogError) -> Range<Int64> {
        let found: Range<Int64>? = state.withLock { state in
            guard !state.isDown else { return nil }
            let end = Int64(state.records(partition).count)
            return min(state.starts[partition] ?? 0, end)..<end
        }
        guard let found else { throw LogError(kind: .other, isRetriable: true, description: "no broker answers") }
        return found
    }
    public func offset(in partition: TopicPartition, notBefore time: Timestamp) throws(LogError) -> Int64 {
        state.withLock { state in
            let records = state.records(partition)
            return Int64(records.firstIndex { $0.map { $0.timestamp >= time } ?? false } ?? records.count)
        }
    }
    public func committedOffsets(group: String, _ partitions: [TopicPartition]) throws(LogError) -> [TopicPartition: Int64] {
        let committed = state.withLock { state in
            state.hasGroups ? (state.committed[group] ?? [:]).filter { partitions.contains($0.key) } : nil
        }
        guard let committed else {
            throw LogError(kind: .other, isRetriable: true, description: "NOT_COORDINATOR: cannot read the offsets of group \(group)")
        }
        return committed
    }
    public func topics() throws(LogError) -> [String] { state.withLock { $0.topics.keys.sorted() } }
    public func makeProducer(name: String) throws(LogError) -> any LogProducer {
        if let error = state.withLock({ $0.misconfiguration }) { throw error }
        return InMemoryProducer(self)
    }
    public func makeReader(name: String, group: String?) throws(LogError) -> any LogReader {
        InMemoryReader(self, name: name, group: group)
    }
    public func makeFixedReader(name: String, group: String, from starts: [TopicPartition: StartPosition]) throws(
        LogError) -> any LogFixedReader {
        InMemoryFixedReader(self, group: group, from: starts)
    }

    static let timedOut = LogError(kind: .timedOut, isRetriable: true, description: "no broker answers")
    static let closed = LogError(kind: .closed, isRetriable: false, description: "closed")

    func append(_ record: OutgoingRecord) -> Result<RecordPosition, LogError> {
        change { state in
            guard !state.isDown else { return .failure(LogError(kind: .queueFull, isRetriable: true, description: "queue full")) }
            if let error = state.refusals[record.topic] { return .failure(error) }
            if let limit = state.limits[record.topic], record.sizeBytes > limit {
                return .failure(
                    LogError(kind: .recordTooLarge, isRetriable: false, description: "\(record.sizeBytes) bytes are more than \(limit)"))
            }
            if state.topics[record.topic] == nil { state.topics[record.topic] = Array(repeating: [], count: state.defaultPartitions) }
            let count = state.topics[record.topic]?.count ?? 1
            // Not murmur2: tests in memory only need that a key always gets the same partition.
            let partition = record.partition ?? Int32((record.key ?? []).reduce(5381) { ($0 &* 33 &+ Int($1)) & 0xFF_FFFF } % count)
            guard partition >= 0, Int(partition) < count else {
                return .failure(LogError(kind: .other, isRetriable: false, description: "no partition \(partition) in \(record.topic)"))
            }
            let offset = Int64(state.topics[record.topic]?[Int(partition)].count ?? 0)
            let stored = IncomingRecord(topic: record.topic, partition: partition, offset: offset, timestamp: state.clock(),
                                        key: record.key, value: record.value, headers: record.headers)
            state.topics[record.topic]?[Int(partition)].append(stored)
            return .success(RecordPosition(partition: partition, offset: offset))
        }
    }

    /// Waits until `take` returns a value or time runs out. Blocks the calling thread, as a real reader does.
    func wait<T>(_ wait: Duration, _ take: (inout State) -> Result<T, LogError>?) throws(LogError) -> T? {
        let deadline = DispatchTime.now() + .milliseconds(Int(wait.wholeMilliseconds))
        while true {
            let semaphore = DispatchSemaphore(value: 0)
            let taken = state.withLock { state -> Result<T, LogError>? in
                if let result = take(&state) { return result }
                state.waiting.append(semaphore)
                return nil
            }
            if let taken { return try taken.get() }
            if semaphore.wait(timeout: deadline) == .timedOut { return nil }
        }
    }
}

extension InMemoryLog.State {
    func records(_ partition: TopicPartition) -> [IncomingRecord?] {
        guard let partitions = topics[partition.topic], partition.partition >= 0, Int(partition.partition) < partitions.count else {
            return []
        }
        return partitions[Int(partition.partition)]
    }
    func position(_ start: StartPosition, _ partition: TopicPartition) -> Int64 {
        switch start {
        case .beginning: starts[partition] ?? 0
        case .end: Int64(records(partition).count)
        case .offset(let offset): offset
        }
    }
    /// Records from a position on; nil: none yet.
    func fetch(_ partition: TopicPartition, from position: Int64, max: Int) -> Result<[IncomingRecord], LogError>? {
        let all = records(partition)
        guard position >= starts[partition] ?? 0, position <= Int64(all.count) else {
            return .failure(LogError(kind: .offsetOutOfRange, isRetriable: false, description: "offset \(position) is not in \(partition)"))
        }
        guard position < Int64(all.count), !isDown else { return nil }
        return .success(all[Int(position)..<min(all.count, Int(position) + max)].compactMap { $0 })
    }
}
