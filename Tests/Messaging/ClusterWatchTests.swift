import Messaging
import Synchronization
import TestKit
import Testing

@Suite("The watch over the cluster")
struct ClusterWatchTests {
    @Test("Loops that wait are woken by another cluster, and when they are held back or may go on, until they let go")
    func turns() throws {
        let log = InMemoryLog(), watch = ClusterWatch(log, logger: LinesLog().logger)
        let seen = Mutex<[String]>([])
        let registration = watch.onTurn { seen.withLock { $0.append(watch.clusterID) } }
        watch.refresh()
        watch.refresh()
        let first = watch.clusterID
        #expect(!first.isEmpty && seen.withLock { $0 } == [first], "the same cluster wakes nobody")

        watch.holdBack("another partition count")
        watch.holdBack("another partition count")
        watch.holdBack(nil)
        #expect(seen.withLock { $0 } == [first, "", first])

        log.wipe()
        watch.refresh()
        let second = watch.clusterID
        #expect(second != first && seen.withLock { $0 } == [first, "", first, second])

        watch.cancel(registration)
        log.wipe()
        watch.refresh()
        #expect(seen.withLock { $0.count } == 4)
    }
}
