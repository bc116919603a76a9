import CRdKafka
import Messaging
import Synchronization

/// Commits one partition's progress in the background: at most one commit is under way (a retried old one could otherwise overtake a newer), at most
/// one per interval is sent, the newest offset wins, and a failed one is sent again.
///
/// Owns the queue the library's answers come into. `@unchecked Sendable`: the queue is thread-safe by librdkafka's documentation and never changes;
/// everything else is behind the mutex.
final class OffsetCommitter: @unchecked Sendable {
    private struct State {
        var pending: Int64?
        var underWay: Int64?
        var lastSent: ContinuousClock.Instant?
    }
    private let partition: TopicPartition
    private let client: ClientHandle
    private let answers: OpaquePointer?
    private let interval: Duration
    private let state = Mutex(State())

    init(_ partition: TopicPartition, client: ClientHandle, interval: Duration) {
        (self.partition, self.client, self.interval) = (partition, client, interval)
        answers = rd_kafka_queue_new(client.pointer)
    }

    deinit { rd_kafka_queue_destroy(answers) }

    /// The next offset to be committed. A seek forgets what was meant for the old place.
    func set(_ offset: Int64?) { state.withLock { $0.pending = offset } }

    /// Sends what is due. Returns how long to wait before asking again; nil when everything is committed.
    func work() -> Duration? {
        takeAnswers(wait: .zero)
        let due: (send: Int64?, wait: Duration?) = state.withLock { state in
            guard state.underWay == nil, let offset = state.pending else { return (nil, state.underWay == nil ? nil : interval) }
            if let last = state.lastSent, .now - last < interval { return (nil, interval - (.now - last)) }
            (state.pending, state.underWay, state.lastSent) = (nil, offset, .now)
            return (offset, interval)
        }
        if let offset = due.send { send(offset) }
        return due.wait
    }

    /// Sends the rest without regard to the interval and waits for the answer.
    func finish(within timeout: Duration) {
        let deadline = ContinuousClock.now + timeout
        while .now < deadline {
            let next: (send: Int64?, isDone: Bool) = state.withLock { state in
                guard state.underWay == nil else { return (nil, false) }
                guard let offset = state.pending else { return (nil, true) }
                (state.pending, state.underWay) = (nil, offset)
                return (offset, false)
            }
            if next.isDone { return }
            if let offset = next.send { send(offset) }
            takeAnswers(wait: min(.milliseconds(100), deadline - .now))
        }
        if state.withLock({ $0.underWay != nil }) { client.context.hasUnansweredCommit.store(true, ordering: .relaxed) }
    }

    private func send(_ offset: Int64) {
        let list = TopicPartitionListHandle(partition, offset: offset)
        let code = rd_kafka_commit_queue(client.pointer, list.pointer, answers, nil, nil)
        if code != RD_KAFKA_RESP_ERR_NO_ERROR { failed() }
    }

    private func takeAnswers(wait: Duration) {
        guard let event = rd_kafka_queue_poll(answers, wait.timeoutMilliseconds) else { return }
        defer { rd_kafka_event_destroy(event) }
        let code = rd_kafka_event_error(event)
        guard code != RD_KAFKA_RESP_ERR_NO_ERROR else { return state.withLock { $0.underWay = nil } }
        client.context.logger.debug("offset was not committed, it is sent again", metadata: ["partition": "\(partition)", "code": "\(code.rawValue)"])
        failed()
    }

    private func failed() {
        state.withLock { state in
            state.pending = state.pending ?? state.underWay
            state.underWay = nil
        }
    }
}
