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
    /// The broker set the time when it appended the record, so no producer's clock influences it.
    public let isLogTime: Bool
    public let key: [UInt8]?
    public let value: [UInt8]?
    public let headers: [RecordHeader]
    public init(topic: String, partition: Int32, offset: Int64, timestamp: Timestamp, isLogTime: Bool = true, key: [UInt8]?,
                value: [UInt8]?, headers: [RecordHeader]) {
        (self.topic, self.partition, self.offset, self.timestamp, self.isLogTime) = (topic, partition, offset, timestamp, isLogTime)
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
        /// The record was in flight when its producer was told to start anew.
        case abandoned
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
    /// The broker sets the time of each record, because producers' clocks must not bound the times of messages.
    public var hasLogTime: Bool
    public init(_ name: String, partitions: Int, compacted: Bool = false, retention: Duration? = nil, hasLogTime: Bool = false) {
        (self.name, self.partitions, self.compacted, self.retention, self.hasLogTime) = (name, partitions, compacted, retention, hasLogTime)
    }
}

public enum StartPosition: Sendable, Equatable {
    case beginning
    case end
    case offset(Int64)
}

/// A connection to the log's cluster.
public protocol LogCluster: Sendable {
    /// The id the cluster gives itself. A new, empty cluster has a new id. Blocks. Throws `timedOut` when no broker answers.
    func clusterID(timeout: Duration) throws(LogError) -> String
    /// True for the embedded broker: it keeps about 5 MB per partition and forgets everything when it stops.
    var isEmbedded: Bool { get }
    /// Creates what is missing. If the broker refuses for good, each topic is asked for by its name: brokers with
    /// `auto.create.topics.enable` then create it. Throws the refusal with the names of what is still missing. Blocks.
    func ensureTopics(_ topics: [TopicSpecification]) throws(LogError)
    /// Blocks. Throws when the topic does not exist.
    func partitionCount(of topic: String) throws(LogError) -> Int
    /// The partition counts of those of these topics that exist, in one request. Blocks.
    func partitionCounts(of topics: [String]) throws(LogError) -> [String: Int]
    /// First offset still kept ..< next offset to be written. Blocks.
    func watermarks(_ partition: TopicPartition) throws(LogError) -> Range<Int64>
    /// The first offset whose record is not older than `time`, or the end if there is none. Blocks.
    func offset(in partition: TopicPartition, notBefore time: Timestamp) throws(LogError) -> Int64
    /// Offsets committed to a group; partitions without one are absent. Blocks.
    func committedOffsets(group: String, _ partitions: [TopicPartition]) throws(LogError) -> [TopicPartition: Int64]
    /// Names of the topics there are. Blocks.
    func topics() throws(LogError) -> [String]

    /// An idempotent producer with `acks=all`.
    func makeProducer(name: String) throws(LogError) -> any LogProducer
    /// A producer that keeps every record while its broker is away: its records arrive in order, or it abandons all
    /// that follow too (`startAnew`, `close`).
    func makePatientProducer(name: String) throws(LogError) -> any LogProducer
    /// One client for several partitions, each with its own queue. `group` only reports offsets to lag monitors;
    /// nothing is balanced.
    func makeReader(name: String, group: String?) throws(LogError) -> any LogReader
    /// A reader that costs less while nothing comes. Its partitions should be opened within some milliseconds and then stay:
    /// one that is opened or sought later may begin a second late.
    func makeSettledReader(name: String, group: String?) throws(LogError) -> any LogReader
    /// One client and one queue for these partitions. `group` only reports offsets to lag monitors; no coordinator is
    /// needed.
    func makeFixedReader(name: String, group: String, from starts: [TopicPartition: StartPosition]) throws(LogError) -> any LogFixedReader
}

public protocol LogProducer: Sendable {
    /// Hands the record over without waiting; the callback runs on the producer's own thread, once, and must not block.
    func enqueue(_ record: OutgoingRecord, onDelivery: (@Sendable (Result<RecordPosition, LogError>) -> Void)?) throws(LogError)
    /// Which client the producer uses now. It counts up when another takes the place of one that cannot go on.
    var generation: Int { get }
    /// As `enqueue`, by the client of this generation only: records that must stay in order go out by one client or, all of them,
    /// again by the next. Throws `abandoned` when another has taken over.
    func enqueue(_ record: OutgoingRecord, in generation: Int, onDelivery: (@Sendable (Result<RecordPosition, LogError>) -> Void)?) throws(
        LogError)
    /// Appends all records in order and returns once every one is acknowledged by the brokers. Blocks the calling
    /// thread: not for async code.
    func append(_ records: [OutgoingRecord], timeout: Duration) throws(LogError) -> [RecordPosition]
    /// Looks these topics up now: the first record to a topic otherwise waits for its turn in the client's
    /// once-a-second look-up. Blocks; best effort.
    func prepare(topics: [String])
    /// For a cluster that was replaced by an empty one: goes on under another producer id, because the new cluster may
    /// give the old one to somebody else, whose records would then be taken for ours sent again, or ours for theirs.
    /// What is in flight fails with a retriable error. Returns at once.
    func startAnew()
    /// Records not yet acknowledged.
    var inFlight: Int { get }
    /// Topics whose records the brokers refused lately, with the reason: a missing permission, for example.
    var refusedTopics: [String: String] { get }
    /// Waits for what is in flight, then closes. Later calls throw `closed`. Safe to call twice and from several threads.
    func close(flushTimeout: Duration)
}

extension LogCluster {
    public func partitionCounts(of topics: [String]) throws(LogError) -> [String: Int] {
        var counts: [String: Int] = [:]
        for topic in topics where try self.topics().contains(topic) { counts[topic] = try partitionCount(of: topic) }
        return counts
    }
    public func makePatientProducer(name: String) throws(LogError) -> any LogProducer { try makeProducer(name: name) }
    public func makeSettledReader(name: String, group: String?) throws(LogError) -> any LogReader {
        try makeReader(name: name, group: group)
    }
}

extension LogProducer {
    public var generation: Int { 0 }
    public func enqueue(_ record: OutgoingRecord, in generation: Int, onDelivery: (@Sendable (Result<RecordPosition, LogError>) -> Void)?)
        throws(LogError) { try enqueue(record, onDelivery: onDelivery) }
    public var refusedTopics: [String: String] { [:] }
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
    /// Waits up to `wait` for the first record, then takes what is already there without waiting, up to `max`. Empty:
    /// nothing came. Throws `offsetOutOfRange` when the position is not in the log, `closed` after `close`; transient
    /// errors are retried inside.
    func read(max: Int, wait: Duration) throws(LogError) -> [IncomingRecord]
    /// Continues from another place. Records of the old place that were already fetched are dropped.
    func seek(to start: StartPosition) throws(LogError)
    /// Commits "everything before this offset is done" to the reader's group, in the background, best effort: lag
    /// monitors and flow control read it.
    func commit(before offset: Int64)
    /// Makes a blocked `read` return at once.
    func wake()
    /// Has the action run when something comes after all was read, until `close`; now and then also when nothing came. It may run on any
    /// thread, must not wait, and must not use the reader. What is there already is not told.
    func onNews(_ action: @escaping @Sendable () -> Void)
    func close()
}

/// Several partitions in one queue that one thread reads.
public protocol LogFixedReader: Sendable {
    /// Like `PartitionReader.read`, over all partitions. A partition whose position is not in the log continues at its
    /// oldest record; a caller that must notice lost records compares offsets.
    func read(max: Int, wait: Duration) throws(LogError) -> [IncomingRecord]
    /// Commits "everything before these offsets is done" to the group, in the background, best effort. Lag monitors and
    /// flow control read it.
    func commit(before next: [TopicPartition: Int64])
    func wake()
    func close()
}
