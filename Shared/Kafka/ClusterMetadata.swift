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
    /// Asks the broker. `nil`: about the topics this client knows. A topic asked for by name is made where the broker makes topics on demand.
    func metadata(of scope: MetadataScope?, timeout: Duration) throws(LogError) -> ClusterMetadata {
        var topic: OpaquePointer?
        var allTopics: Int32 = 0
        switch scope {
        case .everything: allTopics = 1
        case .topic(let name): topic = rd_kafka_topic_new(pointer, context.wire(name), nil)
        case nil: break
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
                                         isLed: partitions.allSatisfy { $0.leader >= 0 }, error: topic.err)
        }, brokerCount: Int(answer.pointee.broker_cnt))
    }

    private static let leaderPauseMicroseconds: UInt32 = 20_000
    /// So long may brokers disagree about which topics there are.
    static let propagation: Duration = .seconds(2)

    /// Before a partition that is about to be led is asked again.
    func pauseForLeader(of partition: TopicPartition, until deadline: ContinuousClock.Instant) {
        usleep(Self.leaderPauseMicroseconds)
        // The library remembers the leader it asked; another one is learned from new metadata.
        _ = try? metadata(of: .topic(partition.topic), timeout: max(deadline - .now, .milliseconds(1)))
    }

    /// Where a partition begins and ends. Throws `timedOut` when the broker does not say so in time, also one that dies under the question.
    func watermarks(_ partition: TopicPartition, timeout: Duration) throws(LogError) -> Range<Int64> {
        let deadline = ContinuousClock.now + timeout
        let low = try offset(in: partition, at: Int64(RD_KAFKA_OFFSET_BEGINNING), until: deadline)
        let high = try offset(in: partition, at: Int64(RD_KAFKA_OFFSET_END), until: deadline)
        return low..<max(low, high)
    }

    /// The first offset at a time (milliseconds), or at one of librdkafka's marks for the beginning and the end. Negative: no record is that new. Asks with
    /// `rd_kafka_offsets_for_times`, which keeps its time: `rd_kafka_query_watermark_offsets` waits without end for the answer to what it has sent.
    /// Asked again until the time is over: a partition that was made or moved a moment ago has a leader in the metadata before that broker knows of it, and
    /// what was sent to a broker that dies is kept for it, though another one leads the partition by then. So the first questions are short.
    func offset(in partition: TopicPartition, at time: Int64, until deadline: ContinuousClock.Instant) throws(LogError) -> Int64 {
        var wait = QuestionWait()
        let known = ContinuousClock.now + Self.propagation
        while true {
            // The question's "offset" is the time.
            let list = TopicPartitionListHandle(partition, offset: time, of: self)
            let left = max(deadline - .now, .milliseconds(1))
            var code = rd_kafka_offsets_for_times(pointer, list.pointer, min(left, wait.length).timeoutMilliseconds)
            if code == RD_KAFKA_RESP_ERR_NO_ERROR, let found = list.elements.first {
                code = found.err
                // Where no answer came in time, the question stands there still.
                if code == RD_KAFKA_RESP_ERR_NO_ERROR, found.offset == time { code = RD_KAFKA_RESP_ERR__TIMED_OUT }
                if code == RD_KAFKA_RESP_ERR_NO_ERROR { return found.offset }
            }
            // A broker may not have heard yet of a topic that another one has told us of.
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
