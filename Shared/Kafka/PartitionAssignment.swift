import CRdKafka
import Messaging

extension ClientHandle {
    func assign(_ partition: TopicPartition, offset: Int64) throws(LogError) {
        let list = TopicPartitionListHandle(partition, offset: offset, of: self)
        if let error = rd_kafka_incremental_assign(pointer, list.pointer) { throw ErrorCode.consume(error, "cannot read \(partition)") }
    }

    func unassign(_ partition: TopicPartition) throws(LogError) {
        let list = TopicPartitionListHandle(partition, offset: Int64(RD_KAFKA_OFFSET_INVALID), of: self)
        if let error = rd_kafka_incremental_unassign(pointer, list.pointer) {
            throw ErrorCode.consume(error, "cannot let go of \(partition)")
        }
    }
}
