import Contracts
import Kernel
import Logging

/// Reads one partition as long as the process runs: again after an error, anew on another cluster, and from where its start says when retention has passed it by.
struct PartitionLoop {
    let reader: any LogReader
    let partition: TopicPartition
    let start: StartPosition
    /// Where to go on when the position is no longer in the log.
    let restart: StartPosition
    let recordsMax: Int
    let watch: ClusterWatch
    let logger: Logger
    let stop: StopSignal

    /// Blocks until the stop signal. `take` gets every batch with the reader it came from.
    func run(_ take: ([IncomingRecord], any PartitionReader) -> Void) {
        while !stop.isRaised {
            let followed = watch.clusterID
            guard !followed.isEmpty else {
                _ = Waiter().wait(.milliseconds(50))
                continue
            }
            do throws(LogError) {
                try follow(followed, take)
            } catch {
                if stop.isRaised { return }
                logger.warning("a partition cannot be read; trying again", metadata: ["topic": "\(partition.topic)", "error": "\(error)"])
                _ = Waiter().wait(.milliseconds(200))
            }
        }
    }

    private func follow(_ cluster: String, _ take: ([IncomingRecord], any PartitionReader) -> Void) throws(LogError) {
        let partitionReader = try reader.open(partition, from: start)
        defer { partitionReader.close() }
        stop.onRaise { partitionReader.wake() }
        while !stop.isRaised, watch.clusterID == cluster {
            do throws(LogError) {
                let records = try partitionReader.read(max: recordsMax, wait: .milliseconds(200))
                if !records.isEmpty { take(records, partitionReader) }
            } catch {
                guard error.kind == .offsetOutOfRange else { throw error }
                try partitionReader.seek(to: restart)
            }
        }
    }
}
