import CRdKafka
import Messaging
import Synchronization

/// Gives one client its partitions and takes them away.
///
/// librdkafka 2.0.2 has one fetch under way at each broker: a partition that comes meanwhile waits for its end, up to
/// `fetch.wait.max.ms`. So partitions that come at about the same time are given to the client together.
final class PartitionAssignments: Sendable {
    private struct State {
        var gathered: [TopicPartition: (offset: Int64, queue: QueueHandle)] = [:]
        var isDueAt = ContinuousClock.now
    }
    private let gathersFor: Duration
    private let state = Mutex(State())

    var gathers: Bool { gathersFor > .zero }

    /// - Parameter gathersFor: how long the first partition waits for others.
    init(gathersFor: Duration) { self.gathersFor = gathersFor }

    /// What is fetched comes into the queue, from the first `work` after the time to gather on.
    func assign(_ partition: TopicPartition, offset: Int64, into queue: QueueHandle) throws(LogError) {
        state.withLock { state in
            if state.gathered.isEmpty { state.isDueAt = .now + gathersFor }
            state.gathered[partition] = (offset, queue)
        }
        do throws(LogError) { _ = try work() } catch {
            _ = state.withLock { $0.gathered.removeValue(forKey: partition) }
            throw error
        }
    }

    func unassign(_ partition: TopicPartition, from client: ClientHandle) throws(LogError) {
        guard state.withLock({ $0.gathered.removeValue(forKey: partition) }) == nil else { return }
        let list = TopicPartitionListHandle(partition, offset: Int64(RD_KAFKA_OFFSET_INVALID), of: client)
        if let error = rd_kafka_incremental_unassign(client.pointer, list.pointer) {
            throw ErrorCode.consume(error, "cannot let go of \(partition)")
        }
    }

    /// Gives the client what has gathered, if it is time or the caller cannot wait. Returns how long to wait before asking again;
    /// nil: nothing waits.
    func work(atOnce: Bool = false) throws(LogError) -> Duration? {
        try state.withLock { state throws(LogError) in
            guard let client = state.gathered.first?.value.queue.client else { return nil }
            let left = state.isDueAt - .now
            guard left <= .zero || atOnce else { return left }
            let list = TopicPartitionListHandle(capacity: state.gathered.count)
            for (partition, place) in state.gathered { list.add(partition, offset: place.offset, of: client) }
            // After an error they stay: each reader of one of them is told.
            if let error = rd_kafka_incremental_assign(client.pointer, list.pointer) {
                let names = state.gathered.keys.map { "\($0)" }.sorted()
                throw ErrorCode.consume(error, "cannot read \(names.joined(separator: ", "))")
            }
            // The library leads what it fetches for a partition that is new to it to the client's own queue.
            for place in state.gathered.values { rd_kafka_queue_forward(place.queue.pointer, nil) }
            state.gathered = [:]
            return nil
        }
    }
}
