import CRdKafka
import Messaging
import Synchronization

/// Commits progress to a group in the background. At most one commit is in progress, because a retried old one could overtake
/// a newer one; at most one per interval is sent, the newest offset wins, and a failed commit is sent again.
///
/// The cluster's client for questions sends them: readers of several groups share a client, and a consumer commits to one group only.
final class OffsetCommitter: Sendable {
    private struct State: ~Copyable {
        var pending: [TopicPartition: Int64] = [:]
        /// Empty: no commit is in progress.
        var underWay: [TopicPartition: Int64] = [:]
        var request: AdminRequest?
        var lastSent: ContinuousClock.Instant?
    }
    private let group: String
    private let cluster: KafkaCluster
    private let state = Mutex(State())

    init(group: String, cluster: KafkaCluster) { (self.group, self.cluster) = (group, cluster) }

    /// Sets the next offsets to commit.
    func set(_ next: [TopicPartition: Int64]) { state.withLock { $0.pending.merge(next) { $1 } } }
    /// Drops the offset of the old position after a seek.
    func forget(_ partition: TopicPartition) { state.withLock { $0.pending[partition] = nil } }

    /// Sends what is due. Returns how long to wait before asking again; nil when everything is committed.
    func work() -> Duration? {
        state.withLock { state in
            guard !(state.underWay.isEmpty && state.pending.isEmpty) else { return nil }
            let interval = cluster.commitInterval
            takeAnswer(&state, wait: .zero)
            guard state.underWay.isEmpty else { return interval }
            guard !state.pending.isEmpty else { return nil }
            if let last = state.lastSent, .now - last < interval { return interval - (.now - last) }
            send(&state)
            return interval
        }
    }

    /// Sends the rest without regard to the interval and waits for the answer.
    func finish(within timeout: Duration) {
        let deadline = ContinuousClock.now + timeout
        var isDone = false
        while !isDone, .now < deadline {
            isDone = state.withLock { state in
                if state.underWay.isEmpty {
                    guard !state.pending.isEmpty else { return true }
                    send(&state)
                }
                takeAnswer(&state, wait: min(.milliseconds(100), deadline - .now))
                return false
            }
        }
        state.withLock { $0.request = nil }
    }

    private func send(_ state: inout State) {
        (state.underWay, state.pending, state.lastSent) = (state.pending, [:], .now)
        do throws(LogError) {
            let admin = try cluster.admin()
            let list = TopicPartitionListHandle(capacity: state.underWay.count)
            for (partition, offset) in state.underWay { list.add(partition, offset: offset, of: admin) }
            let request = AdminRequest(admin, RD_KAFKA_ADMIN_OP_ALTERCONSUMERGROUPOFFSETS, timeout: cluster.settings.requestTimeout)
            var groups = [rd_kafka_AlterConsumerGroupOffsets_new(admin.context.wire(group), list.pointer)]
            defer { rd_kafka_AlterConsumerGroupOffsets_destroy(groups[0]) }
            rd_kafka_AlterConsumerGroupOffsets(admin.pointer, &groups, 1, request.options, request.queue)
            state.request = consume request
        } catch { failed(&state, error) }
    }

    private func takeAnswer(_ state: inout State, wait: Duration) {
        guard let answer = state.request?.answer(within: wait) else { return }
        state.request = nil
        if let error = Self.error(in: answer) { failed(&state, error) } else { state.underWay = [:] }
    }

    /// The request was refused, or the group, or one of the offsets.
    private static func error(in answer: borrowing AdminAnswer) -> LogError? {
        let code = rd_kafka_event_error(answer.event)
        guard code == RD_KAFKA_RESP_ERR_NO_ERROR else { return ErrorCode.error(code) }
        var count = 0
        let result = rd_kafka_event_AlterConsumerGroupOffsets_result(answer.event)
        guard let groups = rd_kafka_AlterConsumerGroupOffsets_result_groups(result, &count), count > 0 else { return nil }
        if let error = rd_kafka_group_result_error(groups[0]) { return ErrorCode.error(rd_kafka_error_code(error)) }
        guard let list = rd_kafka_group_result_partitions(groups[0])?.pointee else { return nil }
        let refused = UnsafeBufferPointer(start: list.elems, count: Int(list.cnt)).first { $0.err != RD_KAFKA_RESP_ERR_NO_ERROR }
        return refused.map { ErrorCode.error($0.err) }
    }

    private func failed(_ state: inout State, _ error: LogError) {
        cluster.logger.debug("offsets were not committed, they are sent again", metadata: ["group": "\(group)", "error": "\(error)"])
        state.pending.merge(state.underWay) { newer, _ in newer }
        state.underWay = [:]
    }
}
