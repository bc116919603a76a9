import Kernel
import Synchronization

// Where a forwarder stands in the topics it reads, and whether they still are the topics it has read.
extension Forwarder {
    /// A topic is not the one whose records were forwarded. Acted upon when it is seen twice.
    struct OtherTopic: Error, CustomStringConvertible {
        let partition: TopicPartition
        let reason: String
        var description: String { "\(partition) is not the topic that was read: \(reason), in the same cluster; looking again" }
    }

    /// Where one run of the loop stands.
    struct Place {
        let followed: String
        var files: [TopicPartition: ReadPositions] = [:]
        /// The offset after the last record of each partition.
        var expected: [TopicPartition: Int64] = [:]
        /// Digests of the records that were forwarded last, which come again first.
        var marks: [TopicPartition: String] = [:]
        /// Partitions whose first record said that they are what they were.
        var recognised: [TopicPartition] = []
        var timesRemade: [TopicPartition: Int] = [:]
        /// The last record of each partition that is known to be the topic's, and when it was.
        var seen: [TopicPartition: (offset: Int64, digest: String, at: ContinuousClock.Instant)] = [:]
        /// Records that came after a pause, in which a topic can be made anew and outgrow its reader: whether the one before the pause still stands there is asked
        /// before their positions are saved, and not before they go in, because somebody waits for them.
        var doubts: [TopicPartition: (offset: Int64, digest: String)] = [:]
        var doubtedSince = ContinuousClock.now
        var checker: (any LogReader)?
        var check: TopicCheck?
        /// What was forwarded and is not saved.
        var unsaved: [TopicPartition: ReadPositions.Place] = [:]
        var lastSave = ContinuousClock.now
        var lastBatch = ContinuousClock.now
        /// Offsets of what was forwarded and is not known to be applied, by partition of the service's own log.
        var ahead: [Int32: [Int64]] = [:]
        init(followed: String) { self.followed = followed }
    }

    /// Without those that were forwarded before this run. Throws `OtherTopic` where another record stands than the one that was.
    func recognise(_ records: [IncomingRecord], _ place: inout Place) throws(OtherTopic) -> [IncomingRecord] {
        var fresh: [IncomingRecord] = []
        for record in records {
            let partition = TopicPartition(record.topic, record.partition)
            if let expected = place.expected[partition], record.offset < expected {
                throw OtherTopic(partition: partition, reason: "its records begin anew at \(record.offset), before \(expected)")
            }
            guard let digest = place.marks.removeValue(forKey: partition) else {
                fresh.append(record)
                continue
            }
            guard record.offset == place.expected[partition] else {  // Compaction or retention has taken it.
                fresh.append(record)
                continue
            }
            guard record.digest == digest else {
                throw OtherTopic(partition: partition, reason: "another record stands at \(record.offset), the last that was forwarded")
            }
            place.seen[partition] = (record.offset, digest, .now)
            place.recognised.append(partition)
            place.expected[partition] = record.offset + 1
        }
        return fresh
    }
}
