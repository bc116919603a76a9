import Contracts
import Kernel
import Logging
import Synchronization

/// Turns "their event" into "our input": reads the events the service reacts to (and tenant definitions) under the offsets of its group and appends
/// them, same id, to the service's own command topic. At least once is enough: the inbox drops what came before.
/// Partitions are owned by ordinal like shards, so nothing waits for a group to balance (docs/decisions/0002).
public final class Forwarder: Sendable {
    private static let batchMax = 500
    /// A commit is a round trip to the broker: one for every event would be most of what an event costs a service that reads few of its topic.
    /// What is not committed when the process dies is forwarded again, and dropped by the inbox.
    private static let commitInterval: Duration = .milliseconds(100)
    /// Each batch costs the broker, this service's log and its file a round: batches of a bulk lane begin no closer together than this.
    private static let gatherInterval: Duration = .milliseconds(10)
    /// Records of a bulk lane before the writer: well under a second's work.
    public static let aheadMax = 400

    /// Which topics a forwarder reads, and how far ahead of the writer it may run (docs/decisions/0008).
    public enum Lane: Sendable {
        /// Everything but these topics, as it comes.
        case direct(except: Set<String>)
        /// These topics. No more than `aheadMax` of their records lie before the writer: what comes by the other lane waits for these at most.
        /// `applied` answers the writer's position in a partition of the service's own log; nil: another process applies it.
        case bulk(Set<String>, aheadMax: Int, applied: @Sendable (Int32) -> Int64?)
    }
    private let lane: Lane
    public let health: LoopHealth

    private let service: ServiceName
    private let cluster: any LogCluster
    private let watch: ClusterWatch
    private let producer: any LogProducer
    private let wanted: Set<String>
    private let sealsTo: Set<ServiceName>
    private let topics: [String]
    private let pacer: any RelayPacer
    private let owns: @Sendable (Int) -> Bool
    private let logger: Logger
    private let stop: StopSignal
    private let forwarded: Metrics.Counter
    private let gaps: Metrics.Counter
    private let deadLettered: Metrics.Counter

    public init(service: ServiceName, cluster: any LogCluster, watch: ClusterWatch, producer: any LogProducer, consumes: Set<MessageType>,
                sealsTo: Set<ServiceName> = [], lane: Lane = .direct(except: []), pacer: any RelayPacer, owns: @escaping @Sendable (Int) -> Bool,
                metrics: Metrics, logger: Logger, stop: StopSignal) {
        (self.service, self.cluster, self.watch, self.producer, self.pacer) = (service, cluster, watch, producer, pacer)
        (self.owns, self.logger, self.stop) = (owns, logger, stop)
        wanted = Set(consumes.map(\.rawValue)).union([ApplyTenant.type.rawValue])
        (self.sealsTo, self.lane) = (sealsTo, lane)
        health = switch lane {
        case .direct: LoopHealth("forwarder")
        case .bulk: LoopHealth("bulk forwarder")
        }
        let events = Set(consumes.map { Topics.events(Topics.owner(of: $0)) })
        topics = switch lane {
        case .direct(let except): events.subtracting(except).union([Topics.tenants]).union(sealsTo.isEmpty ? [] : [Topics.manifests]).sorted()
        case .bulk(let bulk, _, _): events.intersection(bulk).sorted()
        }
        forwarded = metrics.counter("souk_forwarded_total", "Events brought into this service's log.")
        deadLettered = metrics.counter("souk_forwarder_dead_lettered_total", "Events that could not be brought into this service's log.")
        gaps = metrics.counter("souk_forwarder_gaps_total", "Times retention passed the forwarder by.")
    }

    public func run() {
        guard !topics.isEmpty else { return }  // A lane nothing comes by.
        while !stop.isRaised {
            let followed = watch.clusterID
            guard !followed.isEmpty else {
                _ = Waiter().wait(.milliseconds(50))
                continue
            }
            do {
                var partitions: [TopicPartition] = []
                for topic in topics { partitions += (0..<(try cluster.partitionCount(of: topic))).filter(owns).map { TopicPartition(topic, Int32($0)) } }
                let reader = try cluster.makeFixedReader(name: "\(service).forwarder", group: Topics.forwarderGroup(service), partitions: partitions)
                defer { reader.close() }
                stop.onRaise { reader.wake() }
                var place = Place(followed: followed)
                while !stop.isRaised, watch.clusterID == followed {
                    try forward(reader, &place)
                    health.works()
                }
                // What is not committed comes again: no reason to hold the end up when the broker is gone.
                if stop.isRaised { try commit(reader, &place, timeout: .seconds(1)) }
            } catch {
                if stop.isRaised { return }
                health.failed(error)
                logger.warning("forwarder starts again", metadata: ["error": "\(error)"])
                _ = Waiter().wait(.milliseconds(300))
            }
        }
    }

    /// Where one run of the loop stands.
    private struct Place {
        let followed: String
        var expected: [TopicPartition: Int64] = [:]
        /// The last record of each partition that was forwarded and is not committed.
        var uncommitted: [TopicPartition: IncomingRecord] = [:]
        var lastCommit = ContinuousClock.now
        var lastBatch = ContinuousClock.now
        /// Offsets of what was forwarded and is not known to be applied, by partition of the service's own log.
        var ahead: [Int32: [Int64]] = [:]
        init(followed: String) { self.followed = followed }
    }

    /// A record of ours and the one it was made of.
    private struct Forwarded {
        let record: OutgoingRecord
        let origin: IncomingRecord
    }

    private func forward(_ reader: any LogGroupReader, _ place: inout Place) throws {
        gather(since: place.lastBatch)
        let records = try reader.read(max: Self.batchMax, wait: place.uncommitted.isEmpty ? .milliseconds(200) : Self.commitInterval)
        guard !records.isEmpty else { return try commit(reader, &place) }
        place.lastBatch = .now
        let jumped = try lookForGaps(records, &place.expected)
        var ours: [Forwarded] = []
        for record in records where record.topic == Topics.manifests { ours += try sealingKey(record).map { Forwarded(record: $0, origin: record) } }
        for record in records where record.topic != Topics.manifests {
            guard let type = record.headers.first(where: { $0.name == "ce_type" })?.value, wanted.contains(String(decoding: type, as: UTF8.self)), record.value != nil else { continue }
            var headers = record.headers
            headers.append(RecordHeader("forwarded-from", "\(record.topic)/\(record.partition)/\(record.offset)"))
            ours.append(Forwarded(record: OutgoingRecord(topic: Topics.commands(service), key: record.key, value: record.value, headers: headers), origin: record))
        }
        for forwarded in ours {
            while !pacer.allows(forwarded.record), !stop.isRaised { _ = Waiter().wait(.milliseconds(5)) }
        }
        for start in stride(from: 0, to: ours.count, by: sliceMax) {
            let slice = Array(ours[start..<min(start + sliceMax, ours.count)])
            try waitForWriter(slice.count, &place)
            try append(slice, &place)
        }
        // Cut off in between: what was not forwarded is read again.
        guard !stop.isRaised else { return }
        if !ours.isEmpty { Failpoint.hit(.inForwarder) }
        if !jumped.isEmpty { try askForRepublish(jumped) }
        for record in records { place.uncommitted[TopicPartition(record.topic, record.partition)] = record }
        if .now - place.lastCommit >= Self.commitInterval { try commit(reader, &place) }
    }

    /// Nobody waits for what comes by a bulk lane: one event after a quiet moment goes in at once, those that follow it go in together.
    private func gather(since last: ContinuousClock.Instant) {
        guard case .bulk = lane else { return }
        let left = last + Self.gatherInterval - .now
        if left > .zero, !stop.isRaised { _ = Waiter().wait(left) }
    }

    private func commit(_ reader: any LogGroupReader, _ place: inout Place, timeout: Duration? = nil) throws(LogError) {
        guard !place.uncommitted.isEmpty else { return }
        try reader.commit(after: Array(place.uncommitted.values), timeout: timeout)
        (place.uncommitted, place.lastCommit) = ([:], .now)
    }

    /// A bulk lane goes in small steps.
    private var sliceMax: Int {
        switch lane {
        case .direct: Self.batchMax
        case .bulk(_, let aheadMax, _): max(1, aheadMax / 4)
        }
    }
    /// Until so many more may lie before the writer. The direct lane waits for nobody.
    private func waitForWriter(_ count: Int, _ place: inout Place) throws(LogError) {
        guard case .bulk(_, let aheadMax, let applied) = lane else { return }
        while !stop.isRaised {
            for (partition, offsets) in place.ahead { place.ahead[partition] = applied(partition).map { position in Array(offsets.drop { $0 < position }) } }
            if place.ahead.values.allSatisfy({ $0.isEmpty || $0.count + count <= aheadMax }) { return }
            // A log that has become another one will not be caught up with.
            guard watch.clusterID == place.followed else { throw LogError(kind: .closed, isRetriable: true, description: "the cluster has changed") }
            _ = Waiter().wait(.milliseconds(2))
        }
    }

    /// Topics in which records are missing between the last one this group took and these: retention passed the group by.
    private func lookForGaps(_ records: [IncomingRecord], _ expected: inout [TopicPartition: Int64]) throws(LogError) -> Set<String> {
        var jumped: Set<String> = []
        for record in records where record.topic != Topics.tenants && record.topic != Topics.manifests {
            let place = TopicPartition(record.topic, record.partition)
            // The first record of a partition is compared with what the group had committed before.
            var next = expected[place]
            if next == nil { next = try cluster.committedOffsets(group: Topics.forwarderGroup(service), [place])[place] }
            if let next, record.offset > next, try cluster.watermarks(place).lowerBound > next { jumped.insert(record.topic) }
            expected[place] = record.offset + 1
        }
        return jumped
    }

    /// The part of a manifest that says what to seal to.
    private struct ManifestKey: Decodable {
        struct Key: Decodable { let id: String, publicKey: String }
        let service: ServiceName
        let sealingKey: Key
    }

    /// The sealing key of a service we send secrets to goes into every partition's log. One key, one id: telling it again changes nothing.
    private func sealingKey(_ record: IncomingRecord) throws(LogError) -> [OutgoingRecord] {
        guard let value = record.value, let manifest = try? JSON.decode(ManifestKey.self, from: value), sealsTo.contains(manifest.service) else { return [] }
        let key = SealingKeyPublished(service: manifest.service, keyID: manifest.sealingKey.id, publicKey: manifest.sealingKey.publicKey)
        guard let body = try? JSON.encode(key) else { return [] }
        let id = DeterministicID.make("sealing-key", key.service.rawValue, key.keyID, key.publicKey)
        let envelope = Envelope(id: id, type: SealingKeyPublished.type, source: "/\(key.service)", time: record.timestamp, tenant: "platform", correlationID: id,
                                value: body)
        return (0..<Int32(try cluster.partitionCount(of: Topics.commands(service)))).map { partition in
            var copy = envelope.record(for: Topics.commands(service))
            copy.partition = partition
            return copy
        }
    }

    private func append(_ events: [Forwarded], _ place: inout Place) throws {
        do throws(LogError) {
            try appendWaiting(events.map(\.record), &place)
        } catch {
            guard error.kind == .recordTooLarge else { throw error }
            // One of them: alone it shows which. What went out before comes twice, and the inbox drops it.
            for event in events {
                do throws(LogError) {
                    try appendWaiting([event.record], &place)
                } catch {
                    guard error.kind == .recordTooLarge else { throw error }
                    try putAside(event.origin, "\(error)", &place)
                }
            }
        }
    }

    /// Nothing is committed before it is acknowledged; a broker that is away is waited for.
    private func appendWaiting(_ records: [OutgoingRecord], _ place: inout Place) throws(LogError) {
        while !stop.isRaised {
            do throws(LogError) {
                let positions = try producer.append(records, timeout: .seconds(30))
                guard records.first?.topic == Topics.commands(service) else { return }
                forwarded.add(records.count)
                if case .bulk = lane { for position in positions { place.ahead[position.partition, default: []].append(position.offset) } }
                return
            } catch {
                guard error.isRetriable || error.kind == .timedOut || error.kind == .queueFull else { throw error }
                health.failed(error)
                logger.warning("events wait for the broker", metadata: ["error": "\(error)"])
                _ = Waiter().wait(.milliseconds(200))
            }
        }
    }

    /// An event that our log does not take: a letter says so, and those behind it come in.
    private func putAside(_ record: IncomingRecord, _ reason: String, _ place: inout Place) throws {
        let letter = DeadLetter(record, envelope: try? Envelope(record), reason: "not forwarded: \(reason)")
        let envelope = Envelope(id: letter.messageID(of: service), type: DeadLetter.type, source: "/\(service)", time: letter.at, subject: letter.place, tenant: letter.tenant,
                                correlationID: letter.id, value: try JSON.encode(letter))
        logger.error("an event cannot be forwarded and was put aside", metadata: ["from": "\(letter.place)", "id": "\(letter.id)", "error": "\(reason)"])
        try appendWaiting([envelope.record(for: Topics.deadLetters(service))], &place)
        deadLettered.add()
    }

    /// The owners publish again what they retain; inboxes drop what was applied.
    private func askForRepublish(_ topics: Set<String>) throws {
        gaps.add()
        logger.error("gap in events: asking the owners to publish again", metadata: ["topics": "\(topics.sorted())"])
        for topic in topics {
            let owner = ServiceName(String(topic.dropLast(".events".count)))
            let count = try cluster.partitionCount(of: Topics.commands(owner))
            _ = try producer.append(try Republish.requests(for: topic, to: owner, partitions: count, from: service, nil, at: Timestamp.now()), timeout: .seconds(10))
        }
    }
}
