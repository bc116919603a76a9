import Contracts
import Kafka
import Kernel
import Messaging
import ServiceKit

/// Puts tenant definitions on `platform.tenants`, from where every shard takes them into its log.
package struct TenantPublisher {
    let installation: Installation
    package init(installation: Installation) { self.installation = installation }

    /// Publishes definitions that differ from the newest on the topic. Returns the tenants that changed.
    /// Throws `FileProblems` if a definition would break links that people have.
    @discardableResult
    package func apply(_ files: [TenantFile]) throws -> [TenantID] {
        let cluster = installation.cluster(name: "tenants")
        try cluster.ensureTopics([TopicSpecification(Topics.tenants, partitions: 1, compacted: true)])
        let current = try Self.current(cluster)
        let problems = files.flatMap { file in current[file.definition.tenant].map(file.problems) ?? [] }
        guard problems.isEmpty else { throw FileProblems(problems) }
        let changed = files.map(\.definition).filter { current[$0.tenant] != $0 }
        guard !changed.isEmpty else { return [] }
        let producer = try cluster.makeProducer(name: "tenants")
        defer { producer.close(flushTimeout: .seconds(5)) }
        producer.prepare(topics: [Topics.tenants])
        let now = Timestamp.now()
        let records = try changed.map { definition in
            // The time is part of the id: a definition that comes back after another one is news.
            Envelope(id: DeterministicID.make("apply-tenant", definition.tenant.rawValue, now.description), type: ApplyTenant.type,
                     source: "/souk", time: now,
                     tenant: definition.tenant, correlationID: "tenant-apply-\(now.millisecondsSinceEpoch)",
                     value: try JSON.encode(ApplyTenant(definition)))
                .record(for: Topics.tenants)
        }
        _ = try producer.append(records, timeout: .seconds(20))
        return changed.map(\.tenant)
    }

    /// The last definition of every tenant on the topic.
    package static func current(_ cluster: KafkaCluster) throws -> [TenantID: TenantDefinition] {
        var definitions: [TenantID: TenantDefinition] = [:]
        for record in try TopicReading.everything(on: Topics.tenants, cluster) {
            guard let envelope = try? Envelope(record), envelope.type == ApplyTenant.type else { continue }
            definitions[envelope.tenant] = try? JSON.decode(ApplyTenant.self, from: envelope.value).definition
        }
        return definitions
    }
}
