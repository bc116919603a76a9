import Kernel
import Synchronization

// The forwarder's positions, and the checks that the topics are still the ones it has read.
extension Forwarder {
    /// A topic is not the one whose records were forwarded. The forwarder acts on the second observation.
    struct OtherTopic: Error, CustomStringConvertible {
        let partition: TopicPartition
        let reason: String
        var description: String { "\(partition) is not the topic that was read: \(reason), in the same cluster; looking again" }
    }

    /// The positions of one run of the loop.
    struct Place {
        let followed: String
        var files: [TopicPartition: ReadPositions] = [:]
        /// The offset after the last record of each partition.
        var expected: [TopicPartition: Int64] = [:]
        /// Digests of the records that were forwarded last; the reader delivers these records first.
        var marks: [TopicPartition: String] = [:]
        /// Partitions whose first record proved that the topic is unchanged.
        var recognised: [TopicPartition] = []
        var timesRemade: [TopicPartition: Int] = [:]
        /// The last record of each partition that is known to belong to the topic, and when it was read.
        var seen: [TopicPartition: (offset: Int64, digest: String, at: ContinuousClock.Instant)] = [:]
        /// The record before a pause, per partition. During a pause someone can recreate a topic and fill it beyond our
        /// position. The forwarder checks the record before it saves positions, but forwards new records first, because
        /// users wait for them.
        var doubts: [TopicPartition: (offset: Int64, digest: String)] = [:]
        var doubtedSince = ContinuousClock.now
        var checker: (any LogReader)?
        var checkedAt = ContinuousClock.now
        var check: TopicCheck?
        /// Positions of forwarded records that are not saved yet.
        var unsaved: [TopicPartition: ReadPositions.Place] = [:]
        var lastSave = ContinuousClock.now
        var lastBatch = ContinuousClock.now
        /// Offsets of forwarded records that the writer may not have applied, by partition of the service's own log.
        var ahead: [Int32: [Int64]] = [:]
        /// The writer's position at the last look; it goes back only when the log was recreated.
        var applied: [Int32: Int64] = [:]
        var handover = Handover()
        /// Another set of partitions must be read.
        var mustRestart = false
        init(followed: String) { self.followed = followed }

        /// A client has threads that wake every second: one that checks nothing is closed.
        mutating func letCheckerGo() {
            guard let idle = checker, check == nil, doubts.isEmpty, .now - checkedAt >= Self.checkerKeptFor else { return }
            idle.close()
            checker = nil
        }
        private static let checkerKeptFor: Duration = .seconds(10)

        /// Positions that are certainly in the topics that were read. Where a pause was not checked yet, that is the record
        /// before it: what came since is forwarded again.
        var known: [TopicPartition: ReadPositions.Place] {
            var known = unsaved
            for (partition, doubt) in doubts {
                let mark = check?.marks[partition] ?? doubt
                known[partition] = .init(next: mark.offset + 1, digest: mark.digest, timesRemade: timesRemade[partition] ?? 0)
            }
            return known
        }

        /// Notes a record in the service's own log. A smaller offset than the last one belongs to a recreated log.
        mutating func wentAhead(_ position: RecordPosition) {
            if let last = ahead[position.partition]?.last, position.offset <= last { ahead[position.partition] = [] }
            ahead[position.partition, default: []].append(position.offset)
        }
    }

    /// Drops records that were forwarded before this run. Throws `OtherTopic` if a different record stands at a known
    /// offset.
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
            guard record.offset == place.expected[partition] else {  // Compaction or retention deleted it.
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

    /// Whether a topic of another cluster has the same records at the same offsets as the one that was read, like a restored
    /// or mirrored one: the record before our position shows it. Otherwise offsets prove nothing about what was applied.
    func isCopy(_ partition: TopicPartition, of known: ReadPositions.Place) throws -> Bool {
        guard let digest = known.digest, try cluster.watermarks(partition).contains(known.next - 1) else { return false }
        let reader = try cluster.makeReader(name: "\(service).forwarder.marks", group: nil)
        defer { reader.close() }
        do {
            try TopicCheck.look(for: digest, at: known.next - 1, in: partition, reader, cluster) { stop.isRaised }
            return true
        } catch is OtherTopic {
            return false
        }
    }
}
