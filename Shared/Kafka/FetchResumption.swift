import CRdKafka
import Messaging
import Synchronization

/// Keeps a reader that catches up supplied.
///
/// librdkafka 2.0.2 stops fetching when its queue is full and looks again only when something wakes the broker's
/// thread: up to a second later, however soon the queue was emptied. So when a queue runs empty after much was taken
/// from it, the broker is asked a small question, which wakes that thread.
final class FetchResumption: Sendable {
    private let enoughRecords: Int
    private let enoughBytes: Int
    private let taken = Mutex<(records: Int, bytes: Int)>((0, 0))

    init(_ settings: KafkaSettings) {
        // Half of the limits: the queue may have been filled in several parts.
        (enoughRecords, enoughBytes) = (settings.prefetchMinRecords / 2, settings.prefetchMaxKilobytes * 512)
    }

    /// To be called after each read with what it took.
    func took(_ records: [IncomingRecord], from queue: QueueHandle) {
        guard let last = records.last else { return }
        let bytes = records.reduce(0) { $0 + ($1.value?.count ?? 0) + ($1.key?.count ?? 0) }
        let isEmpty = rd_kafka_queue_length(queue.pointer) == 0
        let wasMuch = taken.withLock { taken in
            taken.records += records.count
            taken.bytes += bytes
            guard isEmpty else { return false }
            defer { taken = (0, 0) }
            return taken.records >= enoughRecords || taken.bytes >= enoughBytes
        }
        // What it answers does not matter, nor whether it does: then the thread wakes by itself a little later. The caller may be an
        // event loop.
        if wasMuch { _ = try? queue.client.watermarks(TopicPartition(last.topic, last.partition), timeout: .milliseconds(1)) }
    }
}
