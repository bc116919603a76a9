import Kernel

// What the platform needs of a partitioned log. `Shared/Kafka` implements it over librdkafka; nothing above it knows Kafka.

/// A header of a record. Kafka allows null values and repeated names.
public struct RecordHeader: Sendable, Equatable {
    public let name: String
    public let value: [UInt8]?
    public init(_ name: String, _ value: [UInt8]?) {
        self.name = name
        self.value = value
    }
    public init(_ name: String, _ value: String) { self.init(name, Array(value.utf8)) }
}

/// One record to append.
public struct OutgoingRecord: Sendable {
    public var topic: String
    /// Nil: chosen by the key (murmur2, as the Java client does, so foreign producers agree).
    public var partition: Int32?
    public var key: [UInt8]?
    /// Nil is a tombstone.
    public var value: [UInt8]?
    public var headers: [RecordHeader]
    public init(topic: String, partition: Int32? = nil, key: [UInt8]?, value: [UInt8]?, headers: [RecordHeader] = []) {
        (self.topic, self.partition, self.key, self.value, self.headers) = (topic, partition, key, value, headers)
    }
    /// Bytes on the wire, roughly: what flow control counts.
    public var sizeBytes: Int {
        (key?.count ?? 0) + (value?.count ?? 0) + headers.reduce(0) { $0 + $1.name.utf8.count + ($1.value?.count ?? 0) + 4 } + 32
    }
}

/// One record as read. Value, key and headers are whatever the producer wrote: nothing is promised about them.
public struct IncomingRecord: Sendable {
    public let topic: String
    public let partition: Int32
    public let offset: Int64
    /// The broker's or producer's time of the record.
    public let timestamp: Timestamp
    public let key: [UInt8]?
    public let value: [UInt8]?
    public let headers: [RecordHeader]
    public init(topic: String, partition: Int32, offset: Int64, timestamp: Timestamp, key: [UInt8]?, value: [UInt8]?, headers: [RecordHeader]) {
        (self.topic, self.partition, self.offset, self.timestamp) = (topic, partition, offset, timestamp)
        (self.key, self.value, self.headers) = (key, value, headers)
    }
}

public struct TopicPartition: Hashable, Sendable, CustomStringConvertible {
    public let topic: String
    public let partition: Int32
    public init(_ topic: String, _ partition: Int32) { (self.topic, self.partition) = (topic, partition) }
    public var description: String { "\(topic)/\(partition)" }
}

/// Where an acknowledged record lies.
public struct RecordPosition: Sendable, Equatable {
    public let partition: Int32
    public let offset: Int64
    public init(partition: Int32, offset: Int64) { (self.partition, self.offset) = (partition, offset) }
}

/// A failure of the log: what it was, whether trying again can help, whether the client is dead.
public struct LogError: Error, Sendable, CustomStringConvertible {
    public enum Kind: Sendable, Equatable {
        /// The local queue is full: wait and try again.
        case queueFull
        /// The position asked for is not in the log (retention passed it by, or another log).
        case offsetOutOfRange
        /// No broker answered in time.
        case timedOut
        /// The record is larger than the broker takes.
        case recordTooLarge
        case closed
        case other
    }
    public let kind: Kind
    /// The client library's own code (librdkafka's `rd_kafka_resp_err_t`).
    public let code: Int32
    public let isRetriable: Bool
    public let isFatal: Bool
    public let description: String
    public init(kind: Kind, code: Int32 = 0, isRetriable: Bool, isFatal: Bool = false, description: String) {
        (self.kind, self.code, self.isRetriable, self.isFatal, self.description) = (kind, code, isRetriable, isFatal, description)
    }
}

/// What a topic must be when it is created. Existing topics are left as they are.
public struct TopicSpecification: Sendable {
    public var name: String
    public var partitions: Int
    public var compacted: Bool
    /// Nil: the broker's default.
    public var retention: Duration?
    public init(_ name: String, partitions: Int, compacted: Bool = false, retention: Duration? = nil) {
        (self.name, self.partitions, self.compacted, self.retention) = (name, partitions, compacted, retention)
    }
}

public enum StartPosition: Sendable, Equatable {
    case beginning
    case end
    case offset(Int64)
    /// The group's committed offset, else the beginning.
    case committed
}

/// A connection to the log's cluster.
public protocol LogCluster: Sendable {
    /// The id the cluster gives itself. A new, empty cluster has a new id. Blocks. Throws `timedOut` when no broker answers.
    func clusterID(timeout: Duration) throws(LogError) -> String
    /// True for the embedded broker: it keeps about 5 MB per partition and forgets everything when it stops.
    var isEmbedded: Bool { get }
    /// Creates what is missing. Where the broker refuses or has no CreateTopics, each topic is asked for by its name, which makes it on brokers that make topics
    /// on first use. Throws the refusal with the names of what is still missing after that. Blocks.
    func ensureTopics(_ topics: [TopicSpecification]) throws(LogError)
    /// Blocks. Throws when the topic does not exist.
    func partitionCount(of topic: String) throws(LogError) -> Int
    /// First offset still kept ..< next offset to be written. Blocks.
    func watermarks(_ partition: TopicPartition) throws(LogError) -> Range<Int64>
    /// Offsets a consumer group has committed; partitions without one are absent. Blocks.
    func committedOffsets(group: String, _ partitions: [TopicPartition]) throws(LogError) -> [TopicPartition: Int64]
    /// Names of the topics there are. Blocks.
    func topics() throws(LogError) -> [String]

    /// An idempotent producer with `acks=all`.
    func makeProducer(name: String) throws(LogError) -> any LogProducer
    /// One client, several partitions, each with its own queue. `group` is only where offsets are committed to; nothing is balanced.
    func makeReader(name: String, group: String?) throws(LogError) -> any LogReader
    /// A member of a consumer group: partitions are balanced between members, offsets are committed after the work.
    func makeGroupReader(name: String, group: String, topics: [String]) throws(LogError) -> any LogGroupReader
    /// Reads these partitions under a group's committed offsets, without joining it: who reads what is decided by the caller, nothing waits for a rebalance.
    func makeFixedReader(name: String, group: String, partitions: [TopicPartition]) throws(LogError) -> any LogGroupReader
}

public protocol LogProducer: Sendable {
    /// Hands the record over without waiting; the callback runs on the producer's own thread, once, and must not block.
    func enqueue(_ record: OutgoingRecord, onDelivery: (@Sendable (Result<RecordPosition, LogError>) -> Void)?) throws(LogError)
    /// Appends all records in order and returns once every one is acknowledged by the brokers. Blocks the calling thread: not for async code.
    func append(_ records: [OutgoingRecord], timeout: Duration) throws(LogError) -> [RecordPosition]
    /// Looks these topics up now: the first record to a topic otherwise waits for its turn in the client's once-a-second look-up. Blocks; best effort.
    func prepare(topics: [String])
    /// For a cluster that was replaced by an empty one: goes on under another producer id, because the new cluster may give the old one to somebody else, whose
    /// records would then be taken for ours sent again, or ours for theirs. What is in flight fails with a retriable error. Returns at once.
    func startAnew()
    /// Records not yet acknowledged.
    var inFlight: Int { get }
    /// Waits for what is in flight, then closes. Later calls throw `closed`. Safe to call twice and from several threads.
    func close(flushTimeout: Duration)
}

extension LogProducer {
    public func prepare(topics: [String]) {}
    public func startAnew() {}
    public func enqueue(_ record: OutgoingRecord) throws(LogError) { try enqueue(record, onDelivery: nil) }
    /// `append` for async callers: waits for acknowledgement without blocking a thread.
    public func appendAsync(_ record: OutgoingRecord) async throws -> RecordPosition {
        try await withCheckedThrowingContinuation { continuation in
            do throws(LogError) {
                try enqueue(record) { continuation.resume(with: $0.mapError { $0 as any Error }) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}

public protocol LogReader: Sendable {
    /// Starts fetching a partition into a queue of its own.
    func open(_ partition: TopicPartition, from start: StartPosition) throws(LogError) -> any PartitionReader
    func close()
}

/// One partition's queue. Reads block the calling thread; each queue is read by one thread at a time.
public protocol PartitionReader: Sendable {
    var partition: TopicPartition { get }
    /// Waits up to `wait` for the first record, then takes what is already there without waiting, up to `max`.
    /// Empty: nothing came. Throws `offsetOutOfRange` when the position is not in the log, `closed` after `close`; transient errors are retried inside.
    func read(max: Int, wait: Duration) throws(LogError) -> [IncomingRecord]
    /// Continues from another place. Records of the old place that were already fetched are dropped.
    func seek(to start: StartPosition) throws(LogError)
    /// Commits "everything before this offset is done" to the reader's group, in the background, best effort: lag monitors and flow control read it.
    func commit(before offset: Int64)
    /// Makes a blocked `read` return at once.
    func wake()
    func close()
}

public protocol LogGroupReader: Sendable {
    /// As `PartitionReader.read`, over all partitions the group gives this member. A partition whose position is not in the log (or was never
    /// committed) goes on at its oldest record: whoever must notice lost records compares offsets.
    func read(max: Int, wait: Duration) throws(LogError) -> [IncomingRecord]
    /// Commits the offsets after these records; waits for the broker's answer, for so long at most (nil: as long as for any other question).
    /// Partitions lost in the meantime are skipped. Throws `timedOut` when no broker answers.
    func commit(after records: [IncomingRecord], timeout: Duration?) throws(LogError)
    /// Puts one partition back to another place (after a gap, or a failed batch).
    func seek(_ partition: TopicPartition, to start: StartPosition) throws(LogError)
    func wake()
    /// Leaves the group.
    func close()
}

extension LogGroupReader {
    public func commit(after records: [IncomingRecord]) throws(LogError) { try commit(after: records, timeout: nil) }
}
