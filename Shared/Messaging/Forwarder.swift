import Contracts
import Kernel
import Logging
import Synchronization

/// Reads the events the service reacts to (and tenant definitions) and appends them under the same id to the service's
/// own command topic. At-least-once delivery is enough: the inbox drops duplicates. Each partition of an event topic
/// belongs to a shard, whose file keeps the position: no consumer group is needed (docs/decisions/0015).
public final class Forwarder: Sendable {
    static let batchMax = 500
    /// Each save is a transaction of the shard's file. After a crash the forwarder sends unsaved records again; the
    /// inbox drops them.
    private static let saveInterval: Duration = .milliseconds(100)
    /// Each batch costs the broker, this service's log and its file a round: batches of a bulk lane begin no closer together than this.
    private static let gatherInterval: Duration = .milliseconds(10)
    /// Records of a bulk lane before the writer: well under a second's work.
    public static let aheadMax = 400

    /// Which topics a forwarder reads, and how far ahead of the writer it may run (docs/decisions/0008).
    public enum Lane: Sendable {
        /// Everything but these topics, as it comes.
        case direct(except: Set<String>)
        /// These topics. No more than `aheadMax` of their records lie before the writer: what comes by the other lane
        /// waits for these at most. `applied` answers the writer's position in a partition of the service's own log;
        /// nil: another process applies it.
        case bulk(Set<String>, aheadMax: Int, applied: @Sendable (Int32) -> Int64?)
    }
    let lane: Lane
    public let health: LoopHealth

    let service: ServiceName
    let cluster: any LogCluster
    let watch: ClusterWatch
    let producer: any LogProducer
    let consumes: Set<MessageType>
    let wanted: Set<String>
    /// Publishers may write into this service's log themselves (docs/decisions/0062).
    let takesDirectly: Bool
    let sealsTo: Set<ServiceName>
    private let topics: [String]
    private let pacer: any RelayPacer
    private let positions: @Sendable (_ partition: Int) -> ReadPositions?
    let logger: Logger
    let waiting: WaitingLog
    let stop: StopSignal
    let forwarded: Metrics.Counter
    private let gaps: Metrics.Counter
    let unasked: Metrics.Counter
    let restarts: Metrics.Counter
    let deadLettered: Metrics.Counter

    /// - Parameter positions: of the shard that owns a partition of an event topic; nil: another replica owns it.
    public init(service: ServiceName, cluster: any LogCluster, watch: ClusterWatch, producer: any LogProducer, consumes: Set<MessageType>,
                sealsTo: Set<ServiceName> = [], lane: Lane = .direct(except: []), takesDirectly: Bool = false, pacer: any RelayPacer,
                positions: @escaping @Sendable (_ partition: Int) -> ReadPositions?, metrics: Metrics, logger: Logger, stop: StopSignal) {
        (self.service, self.cluster, self.watch, self.producer, self.pacer) = (service, cluster, watch, producer, pacer)
        (self.positions, self.logger, self.stop) = (positions, logger, stop)
        waiting = WaitingLog(logger)
        self.consumes = consumes
        wanted = Set(consumes.map(\.rawValue)).union([ApplyTenant.type.rawValue])
        (self.sealsTo, self.lane) = (sealsTo, lane)
        if case .direct = lane {
            (health, self.takesDirectly) = (LoopHealth("forwarder"), takesDirectly)
        } else {
            (health, self.takesDirectly) = (LoopHealth("bulk forwarder"), false)
        }
        let events = Set(consumes.map { Topics.events(Topics.owner(of: $0)) })
        topics = switch lane {
        case .direct(let except):
            events.subtracting(except).union([Topics.tenants, Topics.manifests]).sorted()
        case .bulk(let bulk, _, _): events.intersection(bulk).sorted()
        }
        forwarded = metrics.counter("souk_forwarded_total", "Events brought into this service's log.")
        deadLettered = metrics.counter("souk_forwarder_dead_lettered_total", "Events that could not be brought into this service's log.")
        gaps = metrics.counter("souk_forwarder_gaps_total", "Times retention passed the forwarder by.")
        unasked =
            metrics.counter("souk_forwarder_unasked_total", "Times a publisher of lost events could not be asked to publish them again.")
        restarts = metrics.counter("souk_forwarder_restarts_total",
                                   "Times a topic of events had become another one and was read from its beginning.")
    }

    public func run() {
        guard !topics.isEmpty else { return }  // A lane nothing comes by.
        var suspicions: [TopicPartition: Int] = [:]
        while !stop.isRaised {
            let followed = watch.clusterID
            guard !followed.isEmpty else {
                _ = Waiter().wait(.milliseconds(50))
                continue
            }
            do {
                let began = try begin(on: followed, &suspicions)
                var place = began.place
                defer {
                    place.check?.end()
                    place.checker?.close()
                }
                guard !began.starts.isEmpty else {
                    try wait(&place)
                    continue
                }
                let reader = try cluster.makeFixedReader(name: "\(service).forwarder", group: Topics.forwarderGroup(service),
                                                         from: began.starts)
                defer { reader.close() }
                let woken = stop.onRaise { reader.wake() }
                defer { stop.cancel(woken) }
                while !stop.isRaised, watch.clusterID == followed {
                    guard try forward(reader, &place) else { break }
                    try lookAtHandover(reader, &place)
                    place.letCheckerGo()
                    if place.mustRestart { break }
                    for checked in place.recognised { suspicions[checked] = nil }
                    place.recognised.removeAll()
                    health.works()
                    if health.reason == nil { waiting.over("events are forwarded") }
                }
                try save(reader, &place)
            } catch {
                if stop.isRaised { return }
                if let other = error as? OtherTopic { suspicions[other.partition, default: 0] += 1 }
                health.failed(error)
                waiting.note("forwarder starts again", reason: "\(error)")
                _ = Waiter().wait(.milliseconds(300))
            }
        }
    }

    /// A single check may meet a broker that is still recovering.
    private static let looksNeeded = 2

    /// Where to start in each of our partitions, and which file keeps the position. Starts at the last forwarded record
    /// if the topic still has it: if that record is unchanged, the topic is the same one.
    private func begin(on clusterID: String, _ suspicions: inout [TopicPartition: Int]) throws
        -> (starts: [TopicPartition: StartPosition], place: Place) {
        var starts: [TopicPartition: StartPosition] = [:]
        var place = Place(followed: clusterID)
        for topic in topics {
            for number in 0..<(try cluster.partitionCount(of: topic)) {
                guard let file = positions(number) else { continue }
                let partition = TopicPartition(topic, Int32(number))
                place.files[partition] = file
                if try comesDirectly(partition, file, on: clusterID) {
                    place.handover.left[partition] = .some(nil)
                    continue
                }
                starts[partition] = try file.start(of: partition, group: Topics.forwarderGroup(service), on: cluster, id: clusterID)
                guard let known = try file.place(partition, on: clusterID) else {
                    if let before = try file.placeElsewhere(partition, than: clusterID) {
                        place.timesRemade[partition] = before.timesRemade + (try isCopy(partition, of: before) ? 0 : 1)
                    }
                    continue
                }
                place.timesRemade[partition] = known.timesRemade
                let kept = try cluster.watermarks(partition)
                if suspicions[partition, default: 0] >= Self.looksNeeded {
                    try startOver(partition, known, kept, file, clusterID)
                    suspicions[partition] = nil
                    (starts[partition], place.expected[partition]) = (.offset(kept.lowerBound), kept.lowerBound)
                    place.timesRemade[partition] = known.timesRemade + 1
                    continue
                }
                guard known.next <= kept.upperBound else {
                    throw OtherTopic(partition: partition, reason: "position \(known.next) lies beyond its end \(kept.upperBound)")
                }
                place.expected[partition] = known.next
                if let digest = known.digest, kept.contains(known.next - 1) {
                    place.marks[partition] = digest
                    (starts[partition], place.expected[partition]) = (.offset(known.next - 1), known.next - 1)
                }
            }
        }
        return (starts, place)
    }

    /// False: the forwarder has read records that it must not forward now. A new reader must start at the saved
    /// position.
    private func forward(_ reader: any LogFixedReader, _ place: inout Place) throws -> Bool {
        gather(since: place.lastBatch)
        let fetched = try reader.read(max: Self.batchMax, wait: place.unsaved.isEmpty ? Self.lookInterval : Self.saveInterval)
        guard watch.heldBack == nil else { return false }
        let records = try recognise(fetched, &place)
        guard !records.isEmpty else {
            try save(reader, &place)
            return true
        }
        place.lastBatch = .now
        let jumped = try lookForGaps(records, &place.expected)
        var ours: [Forwarded] = []
        for record in records where record.topic == Topics.manifests {
            ours += try read(manifest: record, &place).map { Forwarded(record: $0, origin: record) }
        }
        for record in records where record.topic != Topics.manifests {
            guard let type = record.headers.first(where: { $0.name == "ce_type" })?.value, record.value != nil,
                  isOurs(record, String(decoding: type, as: UTF8.self), &place) else { continue }
            var headers = record.headers
            headers.append(RecordHeader("forwarded-from", Self.origin(of: record, place.timesRemade)))
            ours.append(
                Forwarded(record: OutgoingRecord(topic: Topics.commands(service), partition: Self.markerPartition(record, type),
                                                 key: record.key, value: record.value, headers: headers),
                          origin: record))
        }
        for forwarded in ours {
            while !pacer.allows(forwarded.record), !stop.isRaised { _ = Waiter().wait(.milliseconds(5)) }
        }
        for start in stride(from: 0, to: ours.count, by: sliceMax) {
            let slice = Array(ours[start..<min(start + sliceMax, ours.count)])
            try waitForWriter(slice.count, &place)
            guard try append(slice, &place) else { return true }  // Cut off in between: what was not forwarded is read again.
        }
        if !ours.isEmpty { Failpoint.hit(.inForwarder) }
        if !jumped.isEmpty {
            gaps.add()
            logger.error("gap in events: asking the owners to publish again", metadata: ["topics": "\(jumped.sorted())"])
            try askForRepublish(jumped, place.files)
        }
        var last = Dictionary(records.map { (TopicPartition($0.topic, $0.partition), $0) }) { $1 }
        // What comes directly now counts as read up to its marker.
        for partition in place.handover.isOver.keys { last[partition] = nil }
        for (partition, passed) in place.handover.passed { last[partition] = passed.record }
        for (partition, record) in last {
            let digest = record.digest
            if let before = place.seen[partition], .now - before.at > Self.pause {
                if place.doubts.isEmpty { place.doubtedSince = .now }
                // A check that started before this pause says nothing about it.
                let isBeingAsked = place.check?.marks[partition] != nil
                place.doubts[partition] = isBeingAsked ? (before.offset, before.digest) : place.doubts[partition] ?? (before.offset,
                    before.digest)
            }
            place.seen[partition] = (record.offset, digest, .now)
            place.unsaved[partition] = .init(next: record.offset + 1, digest: digest, timesRemade: place.timesRemade[partition] ?? 0)
        }
        let mayAsk = place.doubts.isEmpty || .now - place.doubtedSince >= Self.doubtMax
        if mayAsk, .now - place.lastSave >= Self.saveInterval { try save(reader, &place) }
        return true
    }
    /// Shorter than the time to delete a topic, recreate it and fill it: Apache Kafka 3.9 has done it within half a second.
    private static let pause: Duration = .milliseconds(50)
    /// After this time the forwarder checks even without a quiet moment.
    private static let doubtMax: Duration = .seconds(1)

    /// Reads the records before a pause again, in parallel to new events. Throws `OtherTopic` if other records stand
    /// there.
    private func settle(_ place: inout Place) throws {
        if let check = place.check {
            guard let outcome = check.outcome else { return }
            place.check = nil
            try outcome.get()
            for (partition, mark) in check.marks where place.doubts[partition]?.offset == mark.offset { place.doubts[partition] = nil }
        }
        guard !place.doubts.isEmpty, !stop.isRaised else { return }
        let checker = try place.checker ?? cluster.makeReader(name: "\(service).forwarder.marks", group: nil)
        (place.checker, place.checkedAt) = (checker, .now)
        place.check = TopicCheck(place.doubts, checker, cluster)
    }

    /// A marker goes to the shard whose events lie behind it; everything else by its key.
    private static func markerPartition(_ record: IncomingRecord, _ type: [UInt8]) -> Int32? {
        type.elementsEqual(SubscriptionTaken.type.rawValue.utf8) ? record.partition : nil
    }

    /// `topic/partition/offset`, followed by the number of times the topic was recreated, if it was.
    private static func origin(of record: IncomingRecord, _ timesRemade: [TopicPartition: Int]) -> String {
        let times = timesRemade[TopicPartition(record.topic, record.partition)] ?? 0
        return "\(record.topic)/\(record.partition)/\(record.offset)" + (times > 0 ? "/\(times)" : "")
    }

    /// Nobody waits for what comes by a bulk lane: one event after a quiet moment goes in at once, those that follow it go in together.
    private func gather(since last: ContinuousClock.Instant) {
        guard case .bulk = lane else { return }
        let left = last + Self.gatherInterval - .now
        if left > .zero, !stop.isRaised { _ = Waiter().wait(left) }
    }

    private func save(_ reader: any LogFixedReader, _ place: inout Place) throws {
        guard !place.unsaved.isEmpty else { return }
        try settle(&place)
        // The check is not finished: leave the positions unsaved, so that these records are forwarded again after a
        // crash. A process that ends does not wait for it.
        guard place.doubts.isEmpty || stop.isRaised else { return }
        let known = place.known
        reader.commit(before: known.mapValues(\.next))
        // Partitions with the same number belong to one shard, whatever their topic.
        for (_, places) in Dictionary(grouping: known, by: \.key.partition) {
            guard let first = places.first else { continue }
            // Save a marker with the position behind it. Otherwise the next start would not know the marker and would read the
            // topic for ever.
            let passed = place.handover.passed.filter { partition, passed in
                partition.partition == first.key.partition && (known[partition]?.next ?? 0) > passed.record.offset
            }
            try place.files[first.key]?.set(Dictionary(uniqueKeysWithValues: places.map { ($0.key, $0.value) }),
                                            direct: passed.mapValues(\.taken), in: place.followed)
        }
        guard place.doubts.isEmpty else { return }
        (place.unsaved, place.lastSave) = ([:], .now)
        noteHandover(&place)
    }
}
