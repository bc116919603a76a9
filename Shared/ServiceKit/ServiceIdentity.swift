import Contracts
import Messaging
import Synchronization

/// Whether files, topics and secret are those the service was created with.
extension ServiceRuntime {
    private var folder: String { "\(settings.dataDirectory)/\(Service.name)" }

    /// Runs before any topic is created: files for a different partition count would not match the new topic.
    func refuseOtherFiles() throws {
        let topic = Topics.commands(Service.name)
        guard let recorded = try ShardIdentity.recordedPartitions(in: folder), recorded.count != settings.partitions,
            try !cluster.topics().contains(topic)
        else { return }
        throw ShardIdentity.Mismatch(description: """
            \(recorded.path) was made for \(recorded.count) partitions, and SOUK_PARTITIONS is \(settings.partitions): \
            set it to \(recorded.count)
            """)
    }

    /// The number of shards, equal to the partition count of each topic of the service.
    func partitionCount() throws -> Int {
        let counts = try cluster.partitionCounts(of: Topics.sharded(of: Service.name))
        let recorded = try ShardIdentity.recordedPartitions(in: folder)
        let topic = Topics.commands(Service.name)
        guard let count = counts[topic] else { return try cluster.partitionCount(of: topic) }
        for (topic, other) in counts.sorted(by: { $0.key < $1.key }) where other != recorded?.count ?? count {
            throw ShardIdentity.Mismatch(description: ShardIdentity.wrongCount(
                Service.name, topic, other, recorded: recorded?.count ?? count, in: recorded?.path ?? Topics.commands(Service.name)))
        }
        return count
    }

    func confirmIdentity(partitions: Int, _ shared: Shared) throws {
        let mine = ShardIdentity(partitions: partitions, secret: secret.fingerprint)
        identity.withLock { $0 = mine }
        guard let announced = try ShardIdentity.announced(Service.name, cluster, shared.reader) else { return }
        let complaint = mine.complaint(Service.name, recorded: announced.partitions, announced.secret, in: Topics.manifests,
                                       acceptsLoss: settings.acceptsLoss(of: Service.name))
        if let complaint { throw ShardIdentity.Mismatch(description: complaint) }
        announcedManifest.withLock { $0 = announced.manifest }
    }

    /// Stops all loops when a topic's partition count changes at run time, because keys would map to other partitions.
    func watchPartitions() {
        guard let mine = identity.withLock({ $0 }), let counts = try? cluster.partitionCounts(of: Topics.sharded(of: Service.name))
        else { return }
        let other = counts.sorted { $0.key < $1.key }.first { $0.value != mine.partitions }
        watch.holdBack(other.map { ShardIdentity.wrongCount(Service.name, $0.key, $0.value, recorded: mine.partitions, in: folder) })
    }
}
