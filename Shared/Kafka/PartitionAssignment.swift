import CRdKafka
import Messaging

extension ClientHandle {
    func assign(_ partition: TopicPartition, offset: Int64) throws(LogError) {
        let list = TopicPartitionListHandle(partition, offset: offset)
        if let error = rd_kafka_incremental_assign(pointer, list.pointer) { throw ErrorCode.consume(error, "cannot read \(partition)") }
    }

    func unassign(_ partition: TopicPartition) throws(LogError) {
        let list = TopicPartitionListHandle(partition, offset: Int64(RD_KAFKA_OFFSET_INVALID))
        if let error = rd_kafka_incremental_unassign(pointer, list.pointer) { throw ErrorCode.consume(error, "cannot let go of \(partition)") }
    }

    /// Continues from another place. Taking a partition away and giving it back works in every state of the fetcher, `rd_kafka_seek` does not:
    /// after "out of range" it answers "erroneous state". What was fetched from the old place is dropped by the library.
    func reassign(_ partition: TopicPartition, offset: Int64) throws(LogError) {
        try unassign(partition)
        try assign(partition, offset: offset)
    }
}
