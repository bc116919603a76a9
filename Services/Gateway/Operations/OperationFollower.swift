import Contracts
import Kernel
import Logging
import Messaging
import Synchronization

/// Reads `gateway.operations` on its own thread into the gateway's file, so that every instance can answer for every
/// operation.
final class OperationFollower: Sendable {
    private let cluster: any LogCluster
    private let operations: OperationStore
    private let onAnswered: @Sendable (OperationUpdate) -> Void
    private let logger: Logger
    private let waiting: WaitingLog
    private let stop: StopSignal
    private let startsOver = Atomic<Bool>(false)
    /// The first offset not applied yet; -1: nothing was read.
    private let next = Atomic<Int64>(-1)
    /// Whether all news from before this process is applied. Once true, a new log does not change it.
    private let knowsEarlier = Atomic<Bool>(false)
    private let turn = TurnTaking()
    /// The end of the topic at the last request; nil: no broker answered.
    private let lastEnd = Mutex<(offset: Int64?, asked: ContinuousClock.Instant)?>(nil)

    init(
        cluster: any LogCluster, operations: OperationStore, logger: Logger, stop: StopSignal,
        onAnswered: @escaping @Sendable (OperationUpdate) -> Void
    ) {
        (self.cluster, self.operations, self.logger, self.stop, self.onAnswered) = (cluster, operations, logger, stop, onAnswered)
        waiting = WaitingLog(logger)
    }

    private var place: TopicPartition { TopicPartition(Topics.operations, 0) }
    var isCaughtUp: Bool { knowsEarlier.load(ordering: .acquiring) }

    /// The log was replaced: reads it from its beginning.
    func startOver() { startsOver.store(true, ordering: .releasing) }

    /// Returns whether everything before the offset is applied within the time.
    func reach(_ offset: Int64, within limit: Duration) async -> Bool {
        let deadline = ContinuousClock.now + limit
        while next.load(ordering: .acquiring) < offset {
            guard ContinuousClock.now < deadline, !stop.isRaised else { return false }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return true
    }

    /// Returns whether all news published before this call is applied within the time. Concurrent callers share one
    /// request to the broker.
    func reachEnd(within limit: Duration) async -> Bool {
        let came = ContinuousClock.now
        let end = await turn.withTurn { () -> Int64? in
            if let known = lastEnd.withLock({ $0 }), known.asked >= came { return known.offset }
            let asked = ContinuousClock.now
            let (cluster, place) = (cluster, place)
            let end = await withCheckedContinuation { continuation in
                _ = BlockingThread(name: "operations-end") { continuation.resume(returning: try? cluster.watermarks(place).upperBound) }
            }
            lastEnd.withLock { $0 = (end, asked) }
            return end
        }
        guard let end else { return false }
        return await reach(end, within: limit)
    }

    /// Blocks until the stop signal.
    func run() {
        let waiter = Waiter()
        stop.onRaise { waiter.wake() }
        while !stop.isRaised {
            do { try follow() } catch {
                if stop.isRaised { return }
                waiting.note("cannot follow operations", reason: "\(error)")
                waiter.wait(.milliseconds(200))
            }
        }
    }

    private func follow() throws {
        // The first instance creates the topic; before that there is nothing to read.
        let kept = try cluster.watermarks(place)
        let reader = try cluster.makeSettledReader(name: "gateway.operations", group: nil)
        defer { reader.close() }
        let queue = try reader.open(place, from: .beginning)
        let woken = stop.onRaise { queue.wake() }
        defer { stop.cancel(woken) }
        startsOver.store(false, ordering: .releasing)
        reached(kept.lowerBound, of: kept.upperBound)
        while !stop.isRaised, !startsOver.load(ordering: .acquiring) {
            let records: [IncomingRecord]
            do throws(LogError) { records = try queue.read(max: 200, wait: .milliseconds(500)) } catch {
                guard error.kind == .offsetOutOfRange else { throw error }
                try queue.seek(to: .beginning)
                continue
            }
            guard let last = records.last else {
                waiting.over("operations are followed")
                continue
            }
            let update = records.compactMap { operations.read($0) }
            // If the file cannot store them, this throws and the news is read again; news that was not stored must not
            // count as known.
            try operations.take(update)
            waiting.over("operations are followed")
            reached(last.offset + 1, of: kept.upperBound)
            for one in update where one.step == .answered { onAnswered(one) }
        }
    }

    private func reached(_ offset: Int64, of end: Int64) {
        next.store(offset, ordering: .releasing)
        if offset >= end { knowsEarlier.store(true, ordering: .releasing) }
    }
}
