import Contracts
import Kernel
import Logging
import Messaging
import NIOCore
import Synchronization

/// Reads this instance's partition of `gateway.replies` on an event loop, where requests wait for the replies; a thread of its own opens
/// the partition, and again after a failure.
final class ReplyReader: Sendable {
    private static let batchMax = 512
    private let cluster: any LogCluster
    private let partition: Int32
    private let pending: PendingRequests
    private let loop: any EventLoop
    private let logger: Logger
    private let stop: StopSignal
    private let startsOver = Atomic<Bool>(false)
    private let reading = Atomic<Bool>(false)
    private let lastProblem = Mutex<String?>(nil)
    /// Wakes the thread: something has happened that the loop cannot do.
    private let waiter = Waiter()

    init(cluster: any LogCluster, partition: Int32, pending: PendingRequests, loop: any EventLoop, logger: Logger, stop: StopSignal) {
        (self.cluster, self.partition, self.pending, self.loop) = (cluster, partition, pending, loop)
        (self.logger, self.stop) = (logger, stop)
    }

    /// The log is another one: everything in it is new.
    func startOver() {
        startsOver.store(true, ordering: .releasing)
        waiter.wake()
    }
    var isReading: Bool { reading.load(ordering: .acquiring) }
    /// Why it does not read.
    var problem: String? { lastProblem.withLock { $0 } }

    /// Blocks until the signal.
    func run() {
        let waiting = WaitingLog(logger)
        stop.onRaise { [waiter] in waiter.wake() }
        // Answers to an earlier process are nobody's business here. Later starts must not lose answers to ours.
        var start = StartPosition.end
        while !stop.isRaised {
            do throws(LogError) { try read(&start) } catch {
                reading.store(false, ordering: .releasing)
                lastProblem.withLock { $0 = "\(error)" }
                waiting.note("cannot read replies", reason: "\(error)")
                waiter.wait(.milliseconds(200))
            }
        }
    }

    private func read(_ start: inout StartPosition) throws(LogError) {
        let reader = try cluster.makeReader(name: "gateway.replies", group: nil)
        defer { reader.close() }
        let queue = try reader.open(TopicPartition(Topics.replies, partition), from: start)
        let woken = stop.onRaise { queue.wake() }
        defer { stop.cancel(woken) }
        start = .beginning
        reading.store(true, ordering: .releasing)
        lastProblem.withLock { $0 = nil }
        // The loop must not wait; the first read may have to ask where the log begins.
        let place = Place()
        try take(queue, place, wait: .milliseconds(500))
        queue.onNews { [weak self] in self?.takeOnLoop(queue, place) }
        while !stop.isRaised {
            // News that came in between was not told, and a client wants to be served from time to time.
            takeOnLoop(queue, place)
            waiter.wait(.milliseconds(500))
            if let next = place.next { start = .offset(next) }
            if startsOver.exchange(false, ordering: .acquiringAndReleasing) {
                start = .beginning
                return
            }
            guard let failure = place.failure else { continue }
            guard failure.kind == .offsetOutOfRange else { throw failure }
            start = .beginning
            return
        }
    }

    /// How far one opening of the partition has come.
    private final class Place: Sendable {
        private let state = Mutex<(next: Int64?, failure: LogError?)>((nil, nil))
        var next: Int64? { state.withLock { $0.next } }
        var failure: LogError? { state.withLock { $0.failure } }
        func passed(_ offset: Int64) { state.withLock { $0.next = offset + 1 } }
        func failed(_ error: LogError) { state.withLock { $0.failure = error } }
    }

    private func takeOnLoop(_ queue: any PartitionReader, _ place: Place) {
        loop.execute { [self] in
            guard place.failure == nil else { return }
            do throws(LogError) { while try take(queue, place, wait: .zero) == Self.batchMax {} } catch {
                place.failed(error)
                waiter.wake()
            }
        }
    }

    /// How many came.
    @discardableResult
    private func take(_ queue: any PartitionReader, _ place: Place, wait: Duration) throws(LogError) -> Int {
        let records = try queue.read(max: Self.batchMax, wait: wait)
        guard let last = records.last else { return 0 }
        Failpoint.hit(.beforeAnswer)
        pending.deliver(records.compactMap { ReceivedReply($0) })
        place.passed(last.offset)
        return records.count
    }
}
