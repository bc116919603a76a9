import Contracts
import Kernel

// Events that are missing, because retention was faster or a topic was recreated: their owners publish them again.
extension Forwarder {
    /// Topics where records are missing before these: retention deleted them before the forwarder read them.
    func lookForGaps(_ records: [IncomingRecord], _ expected: inout [TopicPartition: Int64]) throws(LogError) -> Set<String> {
        var jumped: Set<String> = []
        for record in records where record.topic != Topics.tenants && record.topic != Topics.manifests {
            let place = TopicPartition(record.topic, record.partition)
            if let next = expected[place], record.offset > next, try cluster.watermarks(place).lowerBound > next {
                jumped.insert(record.topic)
            }
            expected[place] = record.offset + 1
        }
        return jumped
    }

    /// The topic was recreated or lost its end. Forwards what it holds and asks its owner to publish what it retains
    /// again; inboxes drop what they have applied.
    func startOver(
        _ partition: TopicPartition, _ known: ReadPositions.Place, _ kept: Range<Int64>, _ file: ReadPositions, _ clusterID: String
    ) throws {
        if partition.topic != Topics.tenants, partition.topic != Topics.manifests {
            try askForRepublish([partition.topic], [partition: file])
        }
        try file.set([partition: .init(next: kept.lowerBound, timesRemade: known.timesRemade + 1)], in: clusterID)
        logger.error("a topic was made anew, or has lost its end: reading it from its beginning", metadata: [
            "topic": "\(partition)", "position": "\(known.next)",
        ])
        restarts.add()
    }

    /// The owners publish again what they retain; inboxes drop what was applied. The writers of the shards ask an owner later
    /// whose own topic the broker does not know now.
    func askForRepublish(_ topics: Set<String>, _ files: [TopicPartition: ReadPositions]) throws {
        let owners = Dictionary(uniqueKeysWithValues: topics.map { ($0, ServiceName(String($0.dropLast(".events".count)))) })
        let counts = try cluster.partitionCounts(of: owners.values.map(Topics.commands))
        for (topic, owner) in owners {
            guard let count = counts[Topics.commands(owner)] else {
                // A publisher outside the platform takes no requests; its other events must not wait for that.
                unasked.add()
                for (_, file) in files.filter({ $0.key.topic == topic }) { try file.askLater(owner, for: topic) }
                logger.error("events are lost, and no broker knows the topic by which to ask their publisher for them; asking later",
                             metadata: ["topic": "\(topic)"])
                continue
            }
            let requests = try Republish.requests(for: topic, to: owner, partitions: Array(0..<Int32(count)), from: service, nil,
                                                  at: Timestamp.now())
            _ = try producer.append(requests, timeout: .seconds(10))
        }
    }
}
