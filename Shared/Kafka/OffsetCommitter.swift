import CRdKafka
import Messaging
import Synchronization

/// Commits progress in the background. At most one commit is in progress, because a retried old one could overtake a
/// newer one; at most one per interval is sent, the newest offset wins, and a failed commit is sent again.
///
/// Owns the queue for librdkafka's answers. `@unchecked Sendable`: librdkafka documents the queue as thread-safe, and
/// the property never changes; the mutex guards everything else.
final class OffsetCommitter: @unchecked Sendable {
    private struct State {
        var pending: [TopicPartition: Int64] = [:]
        /// Empty: no commit is in progress.
        var underWay: [TopicPartition: Int64] = [:]
        var lastSent: ContinuousClock.Instant?
    }
    private let client: ClientHandle
    private let answers: OpaquePointer?
    private let interval: Duration
    private let state = Mutex(State())

    init(client: ClientHandle, interval: Duration) {
        (self.client, self.interval) = (client, interval)
        answers = rd_kafka_queue_new(client.pointer)
    }

    deinit { rd_kafka_queue_destroy(answers) }

    /// Sets the next offsets to commit.
    func set(_ next: [TopicPartition: Int64]) { state.withLock { $0.pending.merge(next) { $1 } } }
    /// Drops the offset of the old position after a seek.
    func forget(_ partition: TopicPartition) { state.withLock { $0.pending[partition] = nil } }

    /// Sends what is due. Returns how long to wait before asking again; nil when everything is committed.
    func work() -> Duration? {
        takeAnswers(wait: .zero)
        let due: (send: [TopicPartition: Int64], wait: Duration?) = state.withLock { state in
            guard state.underWay.isEmpty, !state.pending.isEmpty else { return ([:], state.underWay.isEmpty ? nil : interval) }
            if let last = state.lastSent, .now - last < interval { return ([:], interval - (.now - last)) }
            (state.underWay, state.pending, state.lastSent) = (state.pending, [:], .now)
            return (state.underWay, interval)
        }
        send(due.send)
        return due.wait
    }

    /// Sends the rest without regard to the interval and waits for the answer.
    func finish(within timeout: Duration) {
        let deadline = ContinuousClock.now + timeout
        while .now < deadline {
            let next: (send: [TopicPartition: Int64], isDone: Bool) = state.withLock { state in
                guard state.underWay.isEmpty else { return ([:], false) }
                (state.underWay, state.pending) = (state.pending, [:])
                return (state.underWay, state.underWay.isEmpty)
            }
            if next.isDone { return }
            send(next.send)
            takeAnswers(wait: min(.milliseconds(100), deadline - .now))
        }
        if state.withLock({ !$0.underWay.isEmpty }) { client.context.hasUnansweredCommit.store(true, ordering: .relaxed) }
    }

    private func send(_ next: [TopicPartition: Int64]) {
        guard !next.isEmpty else { return }
        let list = TopicPartitionListHandle(capacity: next.count)
        for (partition, offset) in next { list.add(partition, offset: offset, of: client) }
        let code = rd_kafka_commit_queue(client.pointer, list.pointer, answers, nil, nil)
        if code != RD_KAFKA_RESP_ERR_NO_ERROR { failed() }
    }

    private func takeAnswers(wait: Duration) {
        guard let event = rd_kafka_queue_poll(answers, wait.timeoutMilliseconds) else { return }
        defer { rd_kafka_event_destroy(event) }
        let code = rd_kafka_event_error(event)
        guard code != RD_KAFKA_RESP_ERR_NO_ERROR else { return state.withLock { $0.underWay = [:] } }
        client.context.logger.debug("offsets were not committed, they are sent again", metadata: ["code": "\(code.rawValue)"])
        failed()
    }

    private func failed() {
        state.withLock { state in
            state.pending.merge(state.underWay) { newer, _ in newer }
            state.underWay = [:]
        }
    }
}
