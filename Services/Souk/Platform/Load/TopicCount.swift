import Kafka
import Messaging

/// What is in all topics of the cluster: where they end, and what came between two looks.
struct TopicCount {
    private let ends: [TopicPartition: Int64]

    init(_ cluster: KafkaCluster) throws {
        var ends: [TopicPartition: Int64] = [:]
        for topic in try cluster.topics() where !topic.hasPrefix("__") {
            for partition in 0..<Int32(try cluster.partitionCount(of: topic)) {
                let place = TopicPartition(topic, partition)
                ends[place] = try cluster.watermarks(place).upperBound
            }
        }
        self.ends = ends
    }

    /// Records and bytes (keys, values, headers) that came after the earlier look. Reads them.
    func since(_ earlier: TopicCount, _ cluster: KafkaCluster) throws -> (records: Int, bytes: Int) {
        var (records, bytes) = (0, 0)
        let reader = try cluster.makeReader(name: "count", group: nil)
        defer { reader.close() }
        for (place, end) in ends {
            let start = earlier.ends[place] ?? 0
            guard start < end else { continue }
            try TopicReading.read(place, start..<end, reader) { record in
                records += 1
                bytes += (record.key?.count ?? 0) + (record.value?.count ?? 0)
                    + record.headers.reduce(0) { $0 + $1.name.utf8.count + ($1.value?.count ?? 0) }
            }
        }
        return (records, bytes)
    }
}
