import CRdKafka
import Messaging

extension ClientHandle {
    func assign(_ starts: [TopicPartition: Int64]) throws(LogError) {
        let list = TopicPartitionListHandle(capacity: starts.count)
        for (partition, offset) in starts { list.add(partition, offset: offset, of: self) }
        if let error = rd_kafka_incremental_assign(pointer, list.pointer) {
            throw ErrorCode.consume(error, "cannot read \(Self.names(starts.keys))")
        }
    }

    func unassign(_ partitions: Set<TopicPartition>) throws(LogError) {
        let list = TopicPartitionListHandle(capacity: partitions.count)
        for partition in partitions { list.add(partition, offset: Int64(RD_KAFKA_OFFSET_INVALID), of: self) }
        if let error = rd_kafka_incremental_unassign(pointer, list.pointer) {
            throw ErrorCode.consume(error, "cannot let go of \(Self.names(partitions))")
        }
    }

    private static func names(_ partitions: some Sequence<TopicPartition>) -> String {
        partitions.map(\.description).sorted().joined(separator: ", ")
    }
}
