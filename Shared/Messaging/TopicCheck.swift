import Synchronization

/// Reads the records before a pause again on a separate thread, because users wait for the events that arrive
/// meanwhile.
final class TopicCheck: Sendable {
    /// The last record before the pause, of each partition that has one.
    let marks: [TopicPartition: (offset: Int64, digest: String)]
    private let state: State
    private let thread: BlockingThread

    private final class State: Sendable {
        let outcome = Mutex<Result<Void, any Error>?>(nil)
        let isOver = Atomic<Bool>(false)
    }

    init(_ marks: [TopicPartition: (offset: Int64, digest: String)], _ reader: any LogReader, _ cluster: any LogCluster) {
        let state = State()
        (self.marks, self.state) = (marks, state)
        thread = BlockingThread(name: "topic-check") {
            let outcome = Result {
                for (partition, mark) in marks {
                    try Self.look(for: mark.digest, at: mark.offset, in: partition, reader, cluster) {
                        state.isOver.load(ordering: .acquiring)
                    }
                }
            }
            state.outcome.withLock { $0 = outcome }
        }
    }

    /// Nil: not finished. `Forwarder.OtherTopic` if another record stands there; another error if the check failed.
    var outcome: Result<Void, any Error>? { state.outcome.withLock { $0 } }

    /// Cancels the check. Blocks until its thread has ended.
    func end() {
        state.isOver.store(true, ordering: .releasing)
        thread.join()
    }

    /// Throws `Forwarder.OtherTopic` if another record stands at the offset.
    static func look(
        for digest: String, at offset: Int64, in partition: TopicPartition, _ reader: any LogReader, _ cluster: any LogCluster,
        until isOver: () -> Bool
    ) throws {
        let queue = try reader.open(partition, from: .offset(offset))
        defer { queue.close() }
        let deadline = ContinuousClock.now + .seconds(10)
        var found: IncomingRecord?
        do throws(LogError) {
            while found == nil, !isOver(), .now < deadline {
                found = try queue.read(max: 1, wait: .milliseconds(100)).first
            }
        } catch {
            guard error.kind == .offsetOutOfRange else { throw error }
            // Retention deleted the record, or its offset lies beyond the end.
            guard try cluster.watermarks(partition).upperBound > offset else {
                throw Forwarder.OtherTopic(partition: partition, reason: "the last record before a pause, \(offset), lies beyond its end")
            }
            return
        }
        guard let found else { throw LogError(kind: .timedOut, isRetriable: true, description: "cannot read \(partition) at \(offset)") }
        guard found.offset != offset || found.digest == digest else {
            throw Forwarder.OtherTopic(partition: partition, reason: "another record stands at \(offset), the last before a pause")
        }
    }
}
