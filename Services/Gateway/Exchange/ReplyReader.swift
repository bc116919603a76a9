import Contracts
import Kernel
import Logging
import Messaging
import Synchronization

/// Reads this instance's partition of `gateway.replies` on a thread of its own and wakes whoever waits.
final class ReplyReader: Sendable {
    private let cluster: any LogCluster
    private let partition: Int32
    private let pending: PendingRequests
    private let logger: Logger
    private let stop: StopSignal
    private let startsOver = Atomic<Bool>(false)
    private let reading = Atomic<Bool>(false)
    private let lastProblem = Mutex<String?>(nil)

    init(cluster: any LogCluster, partition: Int32, pending: PendingRequests, logger: Logger, stop: StopSignal) {
        (self.cluster, self.partition, self.pending, self.logger, self.stop) = (cluster, partition, pending, logger, stop)
    }

    /// The log is another one: everything in it is new.
    func startOver() { startsOver.store(true, ordering: .releasing) }
    var isReading: Bool { reading.load(ordering: .acquiring) }
    /// Why it does not read.
    var problem: String? { lastProblem.withLock { $0 } }

    /// Blocks until the signal.
    func run() {
        let waiter = Waiter()
        let waiting = WaitingLog(logger)
        stop.onRaise { waiter.wake() }
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
        let reader = try cluster.makeSettledReader(name: "gateway.replies", group: nil)
        defer { reader.close() }
        let queue = try reader.open(TopicPartition(Topics.replies, partition), from: start)
        let woken = stop.onRaise { queue.wake() }
        defer { stop.cancel(woken) }
        start = .beginning
        reading.store(true, ordering: .releasing)
        lastProblem.withLock { $0 = nil }
        var replies: [ReceivedReply] = []
        while !stop.isRaised {
            if startsOver.exchange(false, ordering: .acquiringAndReleasing) { try queue.seek(to: .beginning) }
            do throws(LogError) {
                let records = try queue.read(max: 512, wait: .milliseconds(500))
                guard let last = records.last else { continue }
                start = .offset(last.offset + 1)
                for record in records { if let reply = ReceivedReply(record) { replies.append(reply) } }
                Failpoint.hit(.beforeAnswer)
                pending.deliver(replies)
                replies.removeAll(keepingCapacity: true)
            } catch {
                guard error.kind == .offsetOutOfRange else { throw error }
                start = .beginning
                try queue.seek(to: .beginning)
            }
        }
    }
}
