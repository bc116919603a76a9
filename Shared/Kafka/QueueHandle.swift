import CRdKafka
import Messaging

/// Owns one `rd_kafka_queue_t`, and keeps its client alive and the partitions that fill it claimed.
///
/// `@unchecked Sendable`: librdkafka's queues are documented as thread-safe, and the fields never change.
final class QueueHandle: @unchecked Sendable {
    let pointer: OpaquePointer
    let client: ClientHandle
    private let claim: SharedConsumer.Claim?

    /// Takes over a queue that the library made.
    init(owning pointer: OpaquePointer?, of client: ClientHandle, claim: SharedConsumer.Claim? = nil) throws(LogError) {
        guard let pointer else { throw ErrorCode.closed }
        (self.pointer, self.client, self.claim) = (pointer, client, claim)
    }

    /// The queue of one partition.
    convenience init(of partition: TopicPartition, _ claim: SharedConsumer.Claim) throws(LogError) {
        let client = claim.consumer.client
        try self.init(owning: rd_kafka_queue_get_partition(client.pointer, client.context.wire(partition.topic), partition.partition),
                      of: client, claim: claim)
    }

    /// Lets what comes into this queue go to another one, or stay here; in both cases not to the client's own.
    func forward(to other: QueueHandle?) { rd_kafka_queue_forward(pointer, other?.pointer) }

    deinit { rd_kafka_queue_destroy(pointer) }

    func wake() { rd_kafka_queue_yield(pointer) }

    /// Waits for the first message, then takes what is already there: one call of the library for both would wait for a full batch.
    /// Every message, or error in a message's place, goes to `each` in order and is freed afterwards.
    func drain(max: Int, wait: Duration, each: (UnsafeMutablePointer<rd_kafka_message_t>) -> Void) {
        let capacity = Swift.max(1, max)
        withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<rd_kafka_message_t>?.self, capacity: capacity) { messages in
            guard let base = messages.baseAddress else { return }
            var count = rd_kafka_consume_batch_queue(pointer, wait.timeoutMilliseconds, base, 1)
            if count == 1, capacity > 1 { count += Swift.max(0, rd_kafka_consume_batch_queue(pointer, 0, base + 1, capacity - 1)) }
            for index in 0..<Swift.max(0, count) {
                guard let message = base[index] else { continue }
                each(message)
                rd_kafka_message_destroy(message)
            }
        }
    }
}

extension Duration {
    /// For librdkafka's timeouts: whole milliseconds, rounded up, so that a short wait does not become a busy loop.
    var timeoutMilliseconds: Int32 {
        guard self > .zero else { return 0 }
        let whole = wholeMilliseconds
        return Int32(clamping: self > .milliseconds(whole) ? whole + 1 : whole)
    }
}
