import Contracts
import Kernel
import Messaging

/// Rotates the keys of one service without a moment in which a valid token is rejected: announces the next generation
/// to every shard, waits until the service has published it on `platform.keys` and readers have read it, then activates it.
public struct KeyRotation {
    public struct TimedOut: Error, CustomStringConvertible { public let description: String }

    private let cluster: any LogCluster
    private let service: ServiceName
    /// Uses of signing keys that rotate.
    private let uses: [String]
    private let timeout: Duration
    /// Time for readers of `platform.keys` to read a new key. Gateways learn of it at once, in the worst case at their
    /// next look, four times a second.
    private let settling: Duration

    public init(of service: ServiceName, uses: [String], on cluster: any LogCluster, timeout: Duration = .seconds(30),
                settling: Duration = .seconds(2)) {
        (self.service, self.uses, self.cluster, self.timeout, self.settling) = (service, uses.sorted(), cluster, timeout, settling)
    }

    /// Blocks until the new generation signs and receives sealed values; returns its number. Resumes after an interruption.
    public func run() throws -> Int {
        let manifests = try CompactedTopic(Topics.manifests, cluster)
        defer { manifests.close() }
        let keys = try CompactedTopic(Topics.keys, cluster)
        defer { keys.close() }
        try manifests.catchUp()
        guard let active = sealingGeneration(manifests) else { throw TimedOut(description: "\(service) has published no manifest") }
        let next = active + 1
        try send(.announce, next)
        let kids = uses.map { PublishedKey.kid(service: service, use: $0, generation: next) }
        try wait("\(service) publishes \(kids.joined(separator: ", "))") {
            try keys.catchUp()
            return kids.allSatisfy { keys.values[$0] != nil }
        }
        if !kids.isEmpty { _ = Waiter().wait(settling) }
        try send(.activate, next)
        try wait("\(service) asks to be sealed to generation \(next)") {
            try manifests.catchUp()
            return sealingGeneration(manifests).map { $0 >= next } ?? false
        }
        return next
    }

    private func sealingGeneration(_ manifests: CompactedTopic) -> Int? {
        guard let value = manifests.values[service.rawValue], let manifest = try? JSON.decode(Manifest.self, from: value) else {
            return nil
        }
        return SealingKey.generation(of: manifest.sealingKey.id, service: service)
    }

    /// Sends one step to every shard.
    private func send(_ step: RotateKeys.Step, _ generation: Int) throws {
        let producer = try cluster.makeProducer(name: "keys")
        defer { producer.close(flushTimeout: .seconds(5)) }
        let now = Timestamp.now()
        // The id contains the time: repeating a step sends a new message, which has no further effect.
        let id = DeterministicID.make("rotate-keys", service.rawValue, step.rawValue, String(generation),
                                      String(now.millisecondsSinceEpoch))
        let envelope = Envelope(id: id, type: RotateKeys.type, source: "/souk", time: now, tenant: "platform", correlationID: id,
                                value: try JSON.encode(RotateKeys(step, generation: generation)))
        let records = (0..<Int32(try cluster.partitionCount(of: Topics.commands(service)))).map { partition in
            var record = envelope.record(for: Topics.commands(service))
            record.partition = partition
            return record
        }
        _ = try producer.append(records, timeout: .seconds(20))
    }

    private func wait(_ what: String, until isDone: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + timeout
        while try !isDone() {
            guard ContinuousClock.now < deadline else { throw TimedOut(description: "waited \(timeout) for this, in vain: \(what)") }
            _ = Waiter().wait(.milliseconds(50))
        }
    }
}

/// The last value of every key on a small compacted topic.
final class CompactedTopic {
    private let cluster: any LogCluster
    private let reader: any LogReader
    private let partitions: [any PartitionReader]
    /// The next offset of each partition.
    private var next: [Int64]
    private(set) var values: [String: [UInt8]] = [:]

    init(_ topic: String, _ cluster: any LogCluster) throws {
        let reader = try cluster.makeReader(name: "keys", group: nil)
        (self.cluster, self.reader) = (cluster, reader)
        partitions = try (0..<Int32(try cluster.partitionCount(of: topic))).map {
            try reader.open(TopicPartition(topic, $0), from: .beginning)
        }
        next = partitions.map { _ in 0 }
    }

    /// Reads everything present now, however long a new reader takes for its first answer.
    func catchUp() throws {
        for (index, partition) in partitions.enumerated() {
            let end = try cluster.watermarks(partition.partition).upperBound
            while next[index] < end {
                let records = try partition.read(max: 1000, wait: .seconds(10))
                for record in records { values[String(decoding: record.key ?? [], as: UTF8.self)] = record.value }
                // Compaction leaves gaps, so the last offsets may never arrive: no more records means the end.
                next[index] = records.last.map { $0.offset + 1 } ?? end
            }
        }
    }

    func close() {
        for partition in partitions { partition.close() }
        reader.close()
    }
}
