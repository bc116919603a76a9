import Foundation
import Kafka
import Kernel
import Messaging

/// Reading topics from outside: without a group, without leaving a trace.
enum TopicReading {
    /// Every record that is on a topic now, by partition and offset. Only for small topics and single partitions' tails.
    static func everything(on topic: String, _ cluster: KafkaCluster, each: ((IncomingRecord) -> Void)? = nil) throws -> [IncomingRecord] {
        var records: [IncomingRecord] = []
        guard try cluster.topics().contains(topic) else { return [] }
        let reader = try cluster.makeReader(name: "tool", group: nil)
        defer { reader.close() }
        for partition in 0..<Int32(try cluster.partitionCount(of: topic)) {
            let place = TopicPartition(topic, partition)
            let range = try cluster.watermarks(place)
            try read(place, range, reader) { record in
                records.append(record)
                each?(record)
            }
        }
        return records
    }

    /// Hands over the records of one partition from the range's start until its end is reached.
    static func read(_ place: TopicPartition, _ range: Range<Int64>, _ reader: any LogReader,
                     each: (IncomingRecord) throws -> Void) throws {
        guard !range.isEmpty else { return }
        let partition = try reader.open(place, from: .offset(range.lowerBound))
        defer { partition.close() }
        let silenceMax = Duration.seconds(10)
        var next = range.lowerBound
        while next < range.upperBound {
            let batch = try partition.read(max: 2_000, wait: silenceMax)
            // Transactions and compaction leave offsets that never come; silence means that what is left is of that kind.
            guard !batch.isEmpty else { return }
            for record in batch where record.offset < range.upperBound { try each(record) }
            next = (batch.last?.offset ?? next) + 1
        }
    }
}
