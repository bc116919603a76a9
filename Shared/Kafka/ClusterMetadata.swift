import CRdKafka
import Glibc
import Messaging

/// What the cluster says about its topics.
struct ClusterMetadata {
    struct Topic {
        let name: String
        let partitionCount: Int
        /// Every partition has a leader.
        let isLed: Bool
        /// Of the partition with the fewest.
        let copies: Int
        let error: rd_kafka_resp_err_t
    }
    let topics: [Topic]
    let brokerCount: Int
}

enum MetadataScope {
    case everything
    case topic(String)
}

extension ClientHandle {
    /// Asks the broker. librdkafka has a third question, about the topics that the client knows: 2.0.2 lets the broker create those
    /// of them that somebody has only asked about, whatever `allow.auto.create.topics` says.
    func metadata(of scope: MetadataScope, timeout: Duration) throws(LogError) -> ClusterMetadata {
        var topic: OpaquePointer?
        var allTopics: Int32 = 0
        switch scope {
        case .everything: allTopics = 1
        case .topic(let name): topic = rd_kafka_topic_new(pointer, context.wire(name), nil)
        }
        defer { if let topic { rd_kafka_topic_destroy(topic) } }
        var answer: UnsafePointer<rd_kafka_metadata>?
        let code = rd_kafka_metadata(pointer, allTopics, topic, &answer, timeout.timeoutMilliseconds)
        guard code == RD_KAFKA_RESP_ERR_NO_ERROR, let answer else {
            switch ErrorCode.kind(of: code) {
            case .timedOut: throw noAnswer()
            default: throw ErrorCode.error(code, "\(context.servers) does not tell its topics: \(String(cString: rd_kafka_err2str(code)))")
            }
        }
        context.lastFailure.withLock { $0 = nil }
        defer { rd_kafka_metadata_destroy(answer) }
        let topics = UnsafeBufferPointer(start: answer.pointee.topics, count: Int(answer.pointee.topic_cnt))
        return ClusterMetadata(topics: topics.compactMap { topic in
            guard let name = topic.topic.flatMap({ context.own(String(cString: $0)) }) else { return nil }
            let partitions = UnsafeBufferPointer(start: topic.partitions, count: Int(topic.partition_cnt))
            return ClusterMetadata.Topic(name: name, partitionCount: partitions.count,
                                         isLed: partitions.allSatisfy { $0.leader >= 0 },
                                         copies: partitions.map { Int($0.replica_cnt) }.min() ?? 0, error: topic.err)
        }, brokerCount: Int(answer.pointee.broker_cnt))
    }

    private static let leaderPauseMicroseconds: UInt32 = 20_000
    static let propagation: Duration = .seconds(2)

    /// Waits before a partition without a known leader is asked again.
    func pauseForLeader(of partition: TopicPartition, until deadline: ContinuousClock.Instant) {
        usleep(Self.leaderPauseMicroseconds)
        // librdkafka remembers the leader it asked; only new metadata replaces it.
        _ = try? metadata(of: .topic(partition.topic), timeout: max(deadline - .now, .milliseconds(1)))
    }

    /// The first and the next offset of a partition. Throws `timedOut` if the broker does not answer in time, also if
    /// it dies meanwhile.
    func watermarks(_ partition: TopicPartition, timeout: Duration) throws(LogError) -> Range<Int64> {
        let deadline = ContinuousClock.now + timeout
        let low = try offset(in: partition, at: Int64(RD_KAFKA_OFFSET_BEGINNING), until: deadline)
        let high = try offset(in: partition, at: Int64(RD_KAFKA_OFFSET_END), until: deadline)
        return low..<max(low, high)
    }

    /// The first offset at a time (milliseconds), or at one of librdkafka's marks for the beginning and the end.
    /// Negative: no record is that new. Uses `rd_kafka_offsets_for_times`, which respects its timeout:
    /// `rd_kafka_query_watermark_offsets` waits forever for an answer to a request it has sent.
    ///
    /// Retries until the deadline. After a partition was created or moved, the metadata names its leader before that
    /// broker knows of it; and librdkafka keeps a request for a broker that died, although another one leads the
    /// partition by then. The first attempts are therefore short.
    func offset(in partition: TopicPartition, at time: Int64, until deadline: ContinuousClock.Instant) throws(LogError) -> Int64 {
        var wait = QuestionWait()
        let known = ContinuousClock.now + Self.propagation
        while true {
            // In a request the "offset" is the time.
            let list = TopicPartitionListHandle(partition, offset: time, of: self)
            let left = max(deadline - .now, .milliseconds(1))
            var code = rd_kafka_offsets_for_times(pointer, list.pointer, min(left, wait.length).timeoutMilliseconds)
            if code == RD_KAFKA_RESP_ERR_NO_ERROR, let found = list.elements.first {
                code = found.err
                // Without an answer in time the element still contains the time of the request.
                if code == RD_KAFKA_RESP_ERR_NO_ERROR, found.offset == time { code = RD_KAFKA_RESP_ERR__TIMED_OUT }
                if code == RD_KAFKA_RESP_ERR_NO_ERROR { return found.offset }
            }
            // A broker may not know a topic yet that another broker reported.
            let awaitsNews = code == RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART && .now < known
            if ErrorCode.kind(of: code) == .timedOut { wait.lengthen() }
            if ErrorCode.awaitsLeader(code) || awaitsNews || ErrorCode.kind(of: code) == .timedOut, .now < deadline {
                pauseForLeader(of: partition, until: deadline)
                continue
            }
            switch ErrorCode.kind(of: code) {
            case .timedOut: throw noAnswer()
            default: throw ErrorCode.error(code, "cannot ask for an offset of \(partition): \(String(cString: rd_kafka_err2str(code)))")
            }
        }
    }
}

/// How long one question to a broker may wait for its answer: short at first, twice as long after each that nobody answered in time.
package struct QuestionWait {
    package static let longest: Duration = .seconds(60)
    package private(set) var length: Duration = .seconds(1)
    package init() {}

    package mutating func lengthen() { length = min(length * 2, Self.longest) }
}
