import CRdKafka
import Messaging

/// Owns one `rd_kafka_topic_partition_list_t`.
struct TopicPartitionListHandle: ~Copyable {
    let pointer: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>?

    init(capacity: Int = 1) { pointer = rd_kafka_topic_partition_list_new(Int32(capacity)) }

    /// Takes a list over that the library made.
    init(owning pointer: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>?) { self.pointer = pointer }

    init(_ partition: TopicPartition, offset: Int64, of client: ClientHandle) {
        self.init()
        add(partition, offset: offset, of: client)
    }

    deinit {
        if let pointer { rd_kafka_topic_partition_list_destroy(pointer) }
    }

    func add(_ partition: TopicPartition, offset: Int64, of client: ClientHandle) {
        rd_kafka_topic_partition_list_add(pointer, client.context.wire(partition.topic), partition.partition)?.pointee.offset = offset
    }

    /// A view of the elements; valid while this value lives.
    var elements: UnsafeBufferPointer<rd_kafka_topic_partition_t> {
        guard let list = pointer?.pointee else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: list.elems, count: Int(list.cnt))
    }
}
