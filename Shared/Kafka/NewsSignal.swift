import CRdKafka
import Messaging

/// What is done when something comes into an empty queue.
final class NewsSignal: Sendable {
    private let action: @Sendable () -> Void
    /// - Parameter action: runs on a thread of the library that holds the queue's lock: it must neither wait nor use the queue.
    init(_ action: @escaping @Sendable () -> Void) { self.action = action }

    func raise() { action() }

    /// The queue must be disconnected before the signal ends.
    func connect(_ queue: QueueHandle) {
        rd_kafka_queue_cb_event_enable(queue.pointer, { _, opaque in
            opaque.map { Unmanaged<NewsSignal>.fromOpaque($0).takeUnretainedValue() }?.raise()
        }, Unmanaged.passUnretained(self).toOpaque())
    }
    /// Afterwards the action does not run for this queue any more, nor is it running.
    static func disconnect(_ queue: QueueHandle) { rd_kafka_queue_cb_event_enable(queue.pointer, nil, nil) }
}
