import Contracts
import Kernel

// Publishers that write into this service's log themselves: the forwarder brings what lies before their marker and then leaves
// their topics (docs/decisions/0062).
extension Forwarder {
    /// What the forwarder reads of a service's manifest.
    struct ManifestFacts: Decodable {
        struct Key: Decodable { let id: String, publicKey: String }
        let service: ServiceName
        let sealingKey: Key?
        /// Publisher → event types that the service wants directly.
        let direct: [String: [MessageType]]?
        /// The service writes into the logs of its subscribers.
        let publishesDirectly: Bool?
    }

    /// Partitions of event topics that are not read any more, or soon.
    struct Handover {
        /// Those that the current reader leaves out, with the end of the topic at the last look.
        var left: [TopicPartition: Int64?] = [:]
        /// Those whose marker came in this run, until its position is saved.
        var passed: [TopicPartition: Passed] = [:]
        struct Passed {
            let record: IncomingRecord
            let taken: SubscriptionTaken
        }
        /// Those whose marker was saved, with its name, while the reader still reads them. Their position stays at the marker.
        var isOver: [TopicPartition: String] = [:]
        /// Those whose publisher has written another marker.
        var takenAnew: Set<TopicPartition> = []
        var lastMarker = ContinuousClock.now
        var lastLook = ContinuousClock.now
        var lastAdvance = ContinuousClock.now
        /// Subscriptions that were brought into the log in this run.
        var asked: [ServiceName: Set<MessageType>] = [:]
    }

    /// A new reader without the partitions that were handed over costs as much as a start, so it waits until no other marker comes.
    private static let leaveAfter: Duration = .seconds(2)
    static let lookInterval: Duration = .seconds(2)
    /// A position is as old as this or older: whoever goes back to reading brings what may not have come directly.
    private static let advanceInterval: Duration = .seconds(60)

    /// The types this service consumes of a topic of events.
    func types(of events: String) -> Set<MessageType> { consumes.filter { Topics.events(Topics.owner(of: $0)) == events } }

    /// Whether everything we want of a partition comes directly.
    func comesDirectly(_ partition: TopicPartition, _ file: ReadPositions, on clusterID: String) throws -> Bool {
        guard takesDirectly, partition.topic != Topics.tenants, partition.topic != Topics.manifests else { return false }
        let wanted = types(of: partition.topic)
        return try !wanted.isEmpty && wanted.isSubset(of: file.directTypes(partition, on: clusterID))
    }

    // MARK: - Manifests

    /// What a manifest asks of us, as a publisher and as a subscriber.
    /// - Returns: records for our own log.
    func read(manifest record: IncomingRecord, _ place: inout Place) throws -> [OutgoingRecord] {
        guard let value = record.value else {
            // The service was removed.
            guard let key = record.key else { return [] }
            return try subscribe(ServiceName(String(decoding: key, as: UTF8.self)), [], record, &place)
        }
        guard let manifest = try? JSON.decode(ManifestFacts.self, from: value) else { return [] }
        if manifest.publishesDirectly != true { try readAgain(Topics.events(manifest.service), &place) }
        var records = try subscribe(manifest.service, Set(manifest.direct?[service.rawValue] ?? []), record, &place)
        if sealsTo.contains(manifest.service), let key = manifest.sealingKey {
            records += try sealingKey(SealingKeyPublished(service: manifest.service, keyID: key.id, publicKey: key.publicKey), record)
        }
        return records
    }

    private func subscribe(_ subscriber: ServiceName, _ types: Set<MessageType>, _ record: IncomingRecord, _ place: inout Place) throws
        -> [OutgoingRecord] {
        guard subscriber != service, let file = place.files[TopicPartition(record.topic, record.partition)] else { return [] }
        let before = if let asked = place.handover.asked[subscriber] { asked } else { try file.subscription(of: subscriber) }
        guard before != types else { return [] }
        place.handover.asked[subscriber] = types
        let request = Subscribe(subscriber: subscriber, types: types.sorted())
        let id = DeterministicID.make("subscribe", service.rawValue, subscriber.rawValue, StoredSubscriptions.text(types),
                                      String(record.timestamp.millisecondsSinceEpoch))
        return try toEveryPartition(Envelope(id: id, type: Subscribe.type, source: "/\(subscriber)", time: record.timestamp,
                                             tenant: "platform", correlationID: id, value: try JSON.encode(request)))
    }

    /// A publisher that does not write into our log, or not any more: an older program, for example.
    private func readAgain(_ events: String, _ place: inout Place) throws {
        for (partition, file) in place.files where partition.topic == events { try file.setDirect(partition, nil) }
        for partition in place.handover.left.keys where partition.topic == events { place.mustRestart = true }
        place.handover.isOver = place.handover.isOver.filter { $0.key.topic != events }
        place.handover.passed = place.handover.passed.filter { $0.key.topic != events }
    }

    // MARK: - Markers

    /// Whether the forwarder still brings a record, and the marker it is.
    func isOurs(_ record: IncomingRecord, _ type: String, _ place: inout Place) -> Bool {
        let partition = TopicPartition(record.topic, record.partition)
        let marker = place.handover.isOver[partition] ?? place.handover.passed[partition]?.taken.marker
        let comesDirectly = marker != nil
        guard type == SubscriptionTaken.type.rawValue else { return !comesDirectly && wanted.contains(type) }
        guard takesDirectly, let value = record.value, let taken = try? JSON.decode(SubscriptionTaken.self, from: value),
              taken.subscriber == service else { return false }
        guard !comesDirectly else {
            // What lies between two markers may have gone into the topic alone. The same one comes again behind what others lost.
            if taken.marker != marker { place.handover.takenAnew.insert(partition) }
            return false
        }
        if types(of: record.topic).isSubset(of: taken.types) {
            place.handover.passed[partition] = Handover.Passed(record: record, taken: taken)
            place.handover.lastMarker = .now
        }
        return true
    }

    /// The positions were saved, and with them that what lies behind the markers comes directly.
    func noteHandover(_ place: inout Place) {
        for (partition, passed) in place.handover.passed {
            place.handover.isOver[partition] = passed.taken.marker
            logger.info("events come directly now", metadata: ["from": "\(partition)"])
        }
        place.handover.passed.removeAll()
    }

    /// Nothing is left to read: waits until something must be read again, another cluster, or the signal.
    func wait(_ place: inout Place) throws {
        let waiter = Waiter()
        let woken = stop.onRaise { waiter.wake() }
        defer { stop.cancel(woken) }
        while !stop.isRaised, watch.clusterID == place.followed, !place.mustRestart {
            health.works()
            waiter.wait(Self.lookInterval)
            try lookAtHandover(nil, &place)
            place.letCheckerGo()
        }
    }

    /// Looks every two seconds whether the reader should leave a partition out, or take one in again.
    func lookAtHandover(_ reader: (any LogFixedReader)?, _ place: inout Place) throws {
        if !place.handover.takenAnew.isEmpty, place.handover.passed.isEmpty {
            for partition in place.handover.takenAnew { try place.files[partition]?.setDirect(partition, nil) }
            place.mustRestart = true
            return
        }
        let now = ContinuousClock.now
        guard now - place.handover.lastLook >= Self.lookInterval else { return }
        place.handover.lastLook = now
        if !place.handover.isOver.isEmpty, now - place.handover.lastMarker >= Self.leaveAfter, place.unsaved.isEmpty {
            place.mustRestart = true
        }
        let direct = place.files.keys.filter { place.handover.left[$0] != nil || place.handover.isOver[$0] != nil }
        // Partitions of one number share a file.
        for partitions in Dictionary(grouping: direct, by: \.partition).values {
            guard let file = place.files[partitions[0]] else { continue }
            for partition in try file.awaitingAnotherMarker(among: partitions) {
                // The publisher has taken the subscription anew: its marker lies in the topic that we have left.
                try file.setDirect(partition, nil)
                place.mustRestart = true
            }
        }
        if now - place.handover.lastAdvance >= Self.advanceInterval {
            place.handover.lastAdvance = now
            try advanceLeft(reader, &place)
        }
    }

    /// Whoever reads a topic again begins where it ended a minute ago or earlier; what has come directly comes twice.
    private func advanceLeft(_ reader: (any LogFixedReader)?, _ place: inout Place) throws {
        for (partition, before) in place.handover.left {
            guard let end = try? cluster.watermarks(partition).upperBound else { continue }
            place.handover.left[partition] = end
            guard let before else { continue }
            let known = try place.files[partition]?.place(partition, on: place.followed)
            let moved = ReadPositions.Place(next: min(before, end), timesRemade: known?.timesRemade ?? 0)
            try place.files[partition]?.set([partition: moved], in: place.followed)
            reader?.commit(before: [partition: min(before, end)])
        }
    }

    /// One record for the log of every partition of this service.
    func toEveryPartition(_ envelope: Envelope) throws(LogError) -> [OutgoingRecord] {
        (0..<Int32(try cluster.partitionCount(of: Topics.commands(service)))).map { partition in
            var record = envelope.record(for: Topics.commands(service))
            record.partition = partition
            return record
        }
    }
}
