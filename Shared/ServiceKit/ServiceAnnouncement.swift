import Contracts
import Crypto
import Foundation
import GRDB
import Kernel
import Messaging
import Storage
import Synchronization

/// What the platform must know before this service can work: its topics, its manifest and its public keys.
extension ServiceRuntime {
    /// Checks every two seconds whether it must publish the service's manifest and keys: at the start, to a new, empty
    /// cluster, and when keys of a new generation were announced or activated, or old ones have expired.
    func keepPlatformInformed(_ shared: Shared) {
        let producer = shared.producer
        var memory = ProcessMemory()
        let waiting = WaitingLog(logger)
        let waiter = Waiter()
        stop.onRaise { waiter.wake() }
        var looks = 0
        var keysLookedAt: (work: Int, at: ContinuousClock.Instant)?
        while !stop.isRaised {
            if watch.isReachable, looks % 2 == 0 { watchPartitions() }
            looks += 1
            let work = shards.withLock { $0 }.reduce(0) { $0 + Int($1.writer.currentStatus.position) }
            // Keys change by messages, or by their age.
            let mayHaveNewKeys = keysLookedAt.map { $0.work != work || .now - $0.at >= .seconds(10) } ?? true
            if mayHaveNewKeys { keysLookedAt = (work, .now) }
            if watch.isReachable, watch.heldBack == nil, !published.load(ordering: .relaxed)
                    || mayHaveNewKeys && (try? keySet()) != publishedKeys.withLock({ $0 }) {
                do {
                    try ensureTopics()
                    producer.prepare(topics: [Topics.manifests, Topics.keys, Topics.tenants])
                    try publishAbout(producer)
                    let known = Set((try? cluster.topics()) ?? [])
                    let written = Topics.services.map(Topics.commands) + Topics.all(of: Service.name).map(\.name) + [Topics.replies]
                    producer.prepare(topics: written.filter(known.contains))
                    shared.relayProducer.prepare(topics: written.filter(known.contains))
                } catch {
                    keysLookedAt = nil
                    waiting.note("cannot publish the manifest yet", reason: "\(error)")
                }
            }
            memory.look(work: work)
            waiter.wait(published.load(ordering: .relaxed) ? .seconds(2) : .seconds(1))
        }
    }

    func ensureTopics() throws {
        // The topics of the whole platform, not only ours: the first service that starts creates them, so that no other
        // service waits.
        let names = Set(Topics.services + [Service.name]).sorted()
        let timed = Set(names.flatMap(Topics.sharded))
        let own = names.flatMap(Topics.all).map { topic in
            TopicSpecification(topic.name, partitions: settings.partitions, retention: topic.retention,
                               hasLogTime: timed.contains(topic.name))
        }
        let shared = [Topics.manifests, Topics.tenants, Topics.keys].map { TopicSpecification($0, partitions: 1, compacted: true) }
        // Events of publishers outside the platform.
        let consumed = Set(Service.handlerTable().eventsConsumed.map(Topics.owner)).subtracting(names).sorted()
            .map { TopicSpecification(Topics.events($0), partitions: settings.partitions, retention: .days(90)) }
        let replies = TopicSpecification(Topics.replies, partitions: max(1, settings.partitions), retention: .minutes(15))
        try cluster.ensureTopics(own + shared + consumed + [replies])
    }

    /// Tells the platform about this service: manifest and public keys. Repeated on every new cluster and when keys rotate.
    /// A manifest that is the last one on the topic already is not written again: else the topic, and with it the time
    /// that a gateway needs to start, would grow with every restart.
    func publishAbout(_ producer: any LogProducer) throws {
        let keys = try keySet()
        let sealingID = SealingKey.id(of: Service.name, generation: keys.active)
        let sealing = try secret.sealingKey(id: sealingID)
        let sealingKey = SealingKey(id: sealingID, publicKey: Base64URL.encode(sealing.publicKey.rawRepresentation))
        var manifest = Service.manifest(version: Self.version, sealingKey: sealingKey, takesDirectly: settings.takesDirectly)
        let mine = identity.withLock { $0 }
        (manifest.partitions, manifest.secret) = (mine?.partitions, mine?.secret)
        // Keys first: whoever sees the manifest of a new generation can check what it signs.
        var records = try Service.contents.signingKeys.flatMap { try keyRecords($0, keys) }
        let encoded = try JSON.encode(manifest)
        if announcedManifest.withLock({ $0 }) != encoded {
            records.append(try record(manifest, topic: Topics.manifests, key: Service.name.rawValue))
        }
        records += try tenantRecords()
        if !records.isEmpty { _ = try producer.append(records, timeout: .seconds(10)) }
        announcedManifest.withLock { $0 = encoded }
        publishedKeys.withLock { $0 = keys }
        published.store(true, ordering: .relaxed)
    }

    func keySet() throws -> KeySet {
        let generations = try shards.withLock { $0 }.map { try $0.file.pool.read { try KeyGenerations($0) } }
        return try KeySet(generations, lives: Service.contents.signingKeyLives, now: Timestamp.now())
    }

    /// The public keys of a use that count, and an end for those that do no more.
    private func keyRecords(_ use: String, _ keys: KeySet) throws -> [OutgoingRecord] {
        try keys.verifying(use).map { generation in
            let kid = PublishedKey.kid(service: Service.name, use: use, generation: generation)
            let publicKey = try CompactJWS.publicKey(ofSeed: secret.signingSeed(use, generation: generation))
            let key = PublishedKey(kid: kid, service: Service.name, use: use, x: Base64URL.encode(publicKey))
            return try record(key, topic: Topics.keys, key: kid)
        } + keys.retired(use).map { generation in
            let kid = PublishedKey.kid(service: Service.name, use: use, generation: generation)
            return OutgoingRecord(topic: Topics.keys, key: Array(kid.utf8), value: nil)
        }
    }

    /// Every shard holds the definitions of its tenants; one service publishes them again on a cluster that lost them.
    private func tenantRecords() throws -> [OutgoingRecord] {
        guard Service.contents.restoresTenants else { return [] }
        var records: [OutgoingRecord] = []
        for shard in shards.withLock({ $0 }) {
            let rows = try shard.file.pool.read {
                try Row.fetchAll($0, sql: """
                    SELECT tenant, definition, clock_offset, last_time FROM souk_tenant WHERE definition IS NOT NULL
                    """)
            }
            for row in rows {
                let tenant: String = row[0]
                let definition = try JSON.decode(TenantDefinition.self, from: [UInt8](row[1] as Data))
                records.append(try record(ApplyTenant(definition), topic: Topics.tenants, key: tenant, tenant: TenantID(unchecked: tenant)))
                let offset: Int64 = row[2]
                if offset > 0 {
                    let clock = AdvanceClock(offsetMilliseconds: offset, now: Timestamp.now() + .milliseconds(offset))
                    records.append(try record(clock, topic: Topics.tenants, key: "clock/\(tenant)", tenant: TenantID(unchecked: tenant)))
                }
            }
        }
        return records
    }

    private func record(_ message: some Message, topic: String, key: String, tenant: TenantID = "platform") throws -> OutgoingRecord {
        let value = try JSON.encode(message)
        let type = Swift.type(of: message).type
        // The same content has the same id: telling the same thing again changes nothing.
        let id = DeterministicID.make("about", type.rawValue, key, Hex.encode(SHA256.hash(data: value)))
        let envelope = Envelope(id: id, type: type, source: "/\(Service.name)", time: Timestamp.now(), tenant: tenant,
                                correlationID: "start-\(Service.name)", value: value)
        var record = envelope.record(for: topic)
        record.key = Array(key.utf8)
        return record
    }
}
