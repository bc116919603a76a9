import Foundation
import Logging
import Messaging
import Storage

// Snapshots of the shards' files, periodically and on request of an operator.
extension ServiceRuntime {
    func snapshotDirectory(_ partition: Int32) -> String { "\(settings.dataDirectory)/\(Service.name)/snapshots/p\(partition)" }

    func takeSnapshots() {
        let waiter = Waiter()
        stop.onRaise { waiter.wake() }
        let interval = Duration.minutes(settings.file.snapshotEveryMinutes ?? 30)
        var taken: [Int32: Int64] = [:]
        while !waiter.wait(interval), !stop.isRaised {
            for shard in shards.withLock({ $0 }) where taken[shard.partition] != shard.writer.currentStatus.position {
                taken[shard.partition] = shard.writer.currentStatus.position
                do { _ = try snapshot(shard) } catch {
                    logger.error("snapshot failed", metadata: ["partition": "\(shard.partition)", "error": "\(error)"])
                }
            }
        }
    }

    func snapshot(_ shard: Shard) throws -> String {
        try shard.file.snapshot(into: snapshotDirectory(shard.partition), keep: settings.file.snapshotsKept ?? 3) {
            Failpoint.hit(.inSnapshot)
        }
    }
}
