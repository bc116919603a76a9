import CRdKafka
import Messaging

/// What the cluster says about its topics.
struct ClusterMetadata {
    struct Topic {
        let name: String
        let partitionCount: Int
        let error: rd_kafka_resp_err_t
    }
    let topics: [Topic]
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
        case .topic(let name): topic = rd_kafka_topic_new(pointer, name, nil)
        case nil: break
        }
        defer { if let topic { rd_kafka_topic_destroy(topic) } }
        var answer: UnsafePointer<rd_kafka_metadata>?
        let code = rd_kafka_metadata(pointer, allTopics, topic, &answer, timeout.timeoutMilliseconds)
        guard code == RD_KAFKA_RESP_ERR_NO_ERROR, let answer else { throw ErrorCode.error(code, "no broker answered") }
        defer { rd_kafka_metadata_destroy(answer) }
        let topics = UnsafeBufferPointer(start: answer.pointee.topics, count: Int(answer.pointee.topic_cnt))
        return ClusterMetadata(topics: topics.map { topic in
            ClusterMetadata.Topic(name: topic.topic.map { String(cString: $0) } ?? "", partitionCount: Int(topic.partition_cnt), error: topic.err)
        })
    }

    func watermarks(_ partition: TopicPartition, timeout: Duration) throws(LogError) -> Range<Int64> {
        var (low, high): (Int64, Int64) = (0, 0)
        let code = rd_kafka_query_watermark_offsets(pointer, partition.topic, partition.partition, &low, &high, timeout.timeoutMilliseconds)
        guard code == RD_KAFKA_RESP_ERR_NO_ERROR else {
            throw ErrorCode.error(code, "cannot read the watermarks of \(partition): \(String(cString: rd_kafka_err2str(code)))")
        }
        return low..<Swift.max(low, high)
    }
}
