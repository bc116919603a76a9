import Contracts
import Kernel

extension Republish {
    /// Asks partitions of an owner to publish again what they retain for a topic.
    /// - Parameter shard: the asking shard, nil when a service's forwarder asks. Two shards that missed the same hour
    ///   ask in their own names.
    static func requests(for topic: String, to owner: ServiceName, partitions: [Int32], from service: ServiceName, _ shard: Int32?,
                         at now: Timestamp) throws -> [OutgoingRecord] {
        let caller = shard.map(String.init) ?? "forwarder"
        return try partitions.map { target in
            let envelope = Envelope(
                id: DeterministicID.make("republish", service.rawValue, topic, caller, String(target), String(now.millisecondsSinceEpoch)),
                type: Republish.type,
                source: "/\(service)", time: now, tenant: "platform", correlationID: "gap-\(service)-\(caller)",
                value: try JSON.encode(Republish(topic: topic, afterID: nil)))
            var record = envelope.record(for: Topics.commands(owner))
            record.partition = target
            return record
        }
    }
}
