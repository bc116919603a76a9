import Contracts
import Kafka
import Kernel
import ServiceKit

/// The public keys that the platform knows, read from its topics.
package enum PlatformKeys {
    /// The sealing key of each service that has started at least once.
    package static func sealing(_ cluster: KafkaCluster) throws -> [ServiceName: SealingKey] {
        let manifests = try newest(on: Topics.manifests, cluster).values.compactMap { try? JSON.decode(Manifest.self, from: $0) }
        return Dictionary(manifests.map { ($0.service, $0.sealingKey) }) { $1 }
    }

    /// What services sign with, by key id.
    package static func published(_ cluster: KafkaCluster) throws -> [String: PublishedKey] {
        try newest(on: Topics.keys, cluster).compactMapValues { try? JSON.decode(PublishedKey.self, from: $0) }
    }

    /// The last value of every key; what was taken back is gone.
    private static func newest(on topic: String, _ cluster: KafkaCluster) throws -> [String: [UInt8]] {
        var values: [String: [UInt8]] = [:]
        for record in try TopicReading.everything(on: topic, cluster) {
            values[String(decoding: record.key ?? [], as: UTF8.self)] = record.value
        }
        return values
    }
}
