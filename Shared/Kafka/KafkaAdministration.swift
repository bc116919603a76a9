import CRdKafka
import Glibc
import Kernel
import Messaging

extension KafkaCluster {
    public func topics() throws(LogError) -> [String] {
        try admin().metadata(of: .everything, timeout: settings.requestTimeout).topics.map(\.name).sorted()
    }

    public func partitionCount(of topic: String) throws(LogError) -> Int {
        let all = try admin().metadata(of: .everything, timeout: settings.requestTimeout).topics
        guard let found = all.first(where: { $0.name == topic }), found.partitionCount > 0 else {
            throw ErrorCode.error(RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART, "there is no topic \(topic)")
        }
        return found.partitionCount
    }

    public func partitionCounts(of topics: [String]) throws(LogError) -> [String: Int] {
        let wanted = Set(topics)
        let found = try admin().metadata(of: .everything, timeout: settings.requestTimeout).topics.filter {
            wanted.contains($0.name) && $0.partitionCount > 0
        }
        return Dictionary(found.map { ($0.name, $0.partitionCount) }) { first, _ in first }
    }

    public func watermarks(_ partition: TopicPartition) throws(LogError) -> Range<Int64> {
        try watermarks(partition, timeout: settings.requestTimeout)
    }

    public func offset(in partition: TopicPartition, notBefore time: Timestamp) throws(LogError) -> Int64 {
        let deadline = ContinuousClock.now + settings.requestTimeout
        let found = try admin().offset(in: partition, at: time.millisecondsSinceEpoch, until: deadline)
        // No record is that new: brokers then return one of librdkafka's marks instead of the end's offset.
        return found >= 0 ? found : try watermarks(partition).upperBound
    }

    func watermarks(_ partition: TopicPartition, timeout: Duration) throws(LogError) -> Range<Int64> {
        try admin().watermarks(partition, timeout: timeout)
    }

    public func ensureTopics(_ topics: [TopicSpecification]) throws(LogError) {
        let admin = try admin()
        var known = try TopicAgreement.known(among: Set(topics.map(\.name))) { () throws(LogError) in
            let answer = try admin.metadata(of: .everything, timeout: settings.requestTimeout)
            return (answer.brokerCount, Set(answer.topics.map(\.name)))
        }
        // A broker refuses a request that names a topic twice.
        let missing = topics.filter { known.insert($0.name).inserted }
        guard !missing.isEmpty else { return }
        var refusal: LogError?
        do throws(LogError) {
            try createAll(missing, admin)
        } catch {
            refusal = error
            // Not after a timeout: the broker may still create them, and on demand it would choose the partition count.
            if !error.isRetriable, !Self.passing.contains(error.code) {
                logger.notice("the broker refuses to create topics; asking for each by its name", metadata: ["error": "\(error)"])
                try createOnDemand(missing)
            }
        }
        let deadline = ContinuousClock.now + settings.requestTimeout
        var there: Set<String> = []
        do throws(LogError) {
            for topic in missing {
                try awaitTopic(topic.name, admin, deadline)
                there.insert(topic.name)
            }
            try TopicAgreement.wait(for: Set(missing.map(\.name)), until: .now + ClientHandle.propagation) { () throws(LogError) in
                let answer = try admin.metadata(of: .everything, timeout: settings.requestTimeout)
                return (answer.brokerCount, Set(answer.topics.filter { $0.partitionCount > 0 && $0.isLed }.map(\.name)))
            }
        } catch {
            there.formUnion((try? names(admin)) ?? [])
            let absent = missing.map(\.name).filter { !there.contains($0) }
            let cause = refusal ?? error
            throw LogError(kind: cause.kind, code: cause.code, isRetriable: cause.isRetriable, isFatal: cause.isFatal,
                           description: "\(cause.description); missing topics: \(absent.joined(separator: ", "))")
        }
    }

    /// Not retriable for a producer, but the same CreateTopics may succeed later.
    private static let passing = Set([
        RD_KAFKA_RESP_ERR_THROTTLING_QUOTA_EXCEEDED, RD_KAFKA_RESP_ERR_INVALID_REPLICATION_FACTOR, RD_KAFKA_RESP_ERR_UNKNOWN,
    ].map(\.rawValue))
    /// How long brokers may take to start until topics get fewer copies than wanted.
    private static let brokersStartWithin: Duration = .seconds(3)

    /// Lets the broker create topics because a client asks for them: `auto.create.topics.enable`, with the broker's own
    /// partition count. Every other client forbids this.
    private func createOnDemand(_ topics: [TopicSpecification]) throws(LogError) {
        let asking = try ClientHandle(RD_KAFKA_PRODUCER, name: "admin.on-demand", settings: settings,
                                      logger: logger) { configuration throws(LogError) in
            try configuration.set("allow.auto.create.topics", "true")
        }
        for topic in topics { _ = try asking.metadata(of: .topic(topic.name), timeout: settings.requestTimeout) }
    }

    private func names(_ admin: ClientHandle) throws(LogError) -> Set<String> {
        Set(try admin.metadata(of: .everything, timeout: settings.requestTimeout).topics.map(\.name))
    }

    private func createAll(_ topics: [TopicSpecification], _ admin: ClientHandle) throws(LogError) {
        let factor =
            ReplicationFactor(wanted: settings.replicationWanted, deadline: .now + min(settings.requestTimeout, Self.brokersStartWithin))
        let copies = try factor.create(seen: { () throws(LogError) in
            try admin.metadata(of: .everything, timeout: settings.requestTimeout).brokerCount
        }) { copies throws(LogError) in
            try ControllerRequest.run(until: .now + settings.requestTimeout,
                                      look: { () throws(LogError) in _ = try names(admin) }) { timeout throws(LogError) in
                try create(topics, replication: copies, admin, timeout)
            }
        }
        guard copies.made < settings.replicationWanted, !isEmbedded else { return }
        logger.warning("topics got fewer copies than wanted: there are too few brokers", metadata: [
            "topics": "\(topics.map(\.name).joined(separator: ", "))", "copies": "\(copies.made)",
            "wanted": "\(settings.replicationWanted)",
        ])
    }

    private func create(_ topics: [TopicSpecification], replication: Int, _ admin: ClientHandle, _ timeout: Duration) throws(LogError) {
        let request = AdminRequest(admin, RD_KAFKA_ADMIN_OP_CREATETOPICS, timeout: timeout)
        var specifications: [OpaquePointer?] = []
        defer { for specification in specifications { rd_kafka_NewTopic_destroy(specification) } }
        for topic in topics {
            guard let new = rd_kafka_NewTopic_new(admin.context.wire(topic.name), Int32(topic.partitions), Int32(replication), nil, 0)
            else {
                throw LogError(kind: .other, isRetriable: false,
                               description: "\(topic.name) with \(topic.partitions) partitions cannot be a topic")
            }
            specifications.append(new)
            rd_kafka_NewTopic_set_config(new, "cleanup.policy", topic.compacted ? "compact" : "delete")
            rd_kafka_NewTopic_set_config(new, "max.message.bytes", String(settings.recordMaxBytes))
            // With three brokers each acknowledged record is on two: one may die, and nothing is lost or stops.
            rd_kafka_NewTopic_set_config(new, "min.insync.replicas", String(max(1, replication - 1)))
            rd_kafka_NewTopic_set_config(new, "segment.ms", String(topic.segmentAge.wholeMilliseconds))
            if topic.hasLogTime { rd_kafka_NewTopic_set_config(new, "message.timestamp.type", "LogAppendTime") }
            if let retention = topic.retention { rd_kafka_NewTopic_set_config(new, "retention.ms", String(retention.wholeMilliseconds)) }
        }
        rd_kafka_CreateTopics(admin.pointer, &specifications, specifications.count, request.options, request.queue)
        let answer = try request.answer()
        var count = 0
        let results = rd_kafka_CreateTopics_result_topics(rd_kafka_event_CreateTopics_result(answer.event), &count)
        for index in 0..<count {
            let code = rd_kafka_topic_result_error(results?[index])
            guard code != RD_KAFKA_RESP_ERR_NO_ERROR, code != RD_KAFKA_RESP_ERR_TOPIC_ALREADY_EXISTS else { continue }
            let name = rd_kafka_topic_result_name(results?[index]).map { String(cString: $0) } ?? ""
            let reason = rd_kafka_topic_result_error_string(results?[index]).map { String(cString: $0) } ?? ""
            throw ErrorCode.error(code, "cannot create \(name): \(reason)")
        }
    }

    /// A broker creates topics in the background, also on request.
    private func awaitTopic(_ name: String, _ admin: ClientHandle, _ deadline: ContinuousClock.Instant) throws(LogError) {
        while true {
            let answer = try admin.metadata(of: .topic(name), timeout: settings.requestTimeout).topics.first
            if let answer, answer.error == RD_KAFKA_RESP_ERR_NO_ERROR, answer.partitionCount > 0, answer.isLed { return }
            let isFinal = answer?.error == RD_KAFKA_RESP_ERR_TOPIC_EXCEPTION
                || answer?.error == RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED
            guard .now < deadline, !isFinal else {
                throw ErrorCode.error(answer?.error ?? RD_KAFKA_RESP_ERR__TIMED_OUT, "topic \(name) did not come into being")
            }
            usleep(10_000)
        }
    }

    /// For tests: how many copies each topic has.
    package func copies() throws(LogError) -> [String: Int] {
        let all = try admin().metadata(of: .everything, timeout: settings.requestTimeout).topics
        return Dictionary(all.map { ($0.name, $0.copies) }) { first, _ in first }
    }

    /// For tests on shared clusters, which must leave nothing behind. Ignores missing topics.
    package func deleteTopics(_ topics: [String]) throws(LogError) {
        guard !topics.isEmpty else { return }
        let admin = try admin()
        let request = AdminRequest(admin, RD_KAFKA_ADMIN_OP_DELETETOPICS, timeout: settings.requestTimeout)
        var names = topics.map { rd_kafka_DeleteTopic_new(admin.context.wire($0)) }
        defer { for name in names { rd_kafka_DeleteTopic_destroy(name) } }
        rd_kafka_DeleteTopics(admin.pointer, &names, names.count, request.options, request.queue)
        _ = try request.answer()
    }

    /// For tests: deletes the records of a partition before an offset, as retention does.
    package func deleteRecords(of partition: TopicPartition, before offset: Int64) throws(LogError) {
        let admin = try admin()
        let request = AdminRequest(admin, RD_KAFKA_ADMIN_OP_DELETERECORDS, timeout: settings.requestTimeout)
        let list = TopicPartitionListHandle(partition, offset: offset, of: admin)
        var deletions = [rd_kafka_DeleteRecords_new(list.pointer)]
        defer { rd_kafka_DeleteRecords_destroy(deletions[0]) }
        rd_kafka_DeleteRecords(admin.pointer, &deletions, 1, request.options, request.queue)
        _ = try request.answer()
    }

    /// For tests: adds partitions to a topic, which an operator must not do.
    package func grow(_ topic: String, toPartitions count: Int) throws(LogError) {
        let admin = try admin()
        let request = AdminRequest(admin, RD_KAFKA_ADMIN_OP_CREATEPARTITIONS, timeout: settings.requestTimeout)
        var additions = [rd_kafka_NewPartitions_new(admin.context.wire(topic), count, nil, 0)]
        defer { rd_kafka_NewPartitions_destroy(additions[0]) }
        rd_kafka_CreatePartitions(admin.pointer, &additions, 1, request.options, request.queue)
        _ = try request.answer()
    }

    public func committedOffsets(group: String, _ partitions: [TopicPartition]) throws(LogError) -> [TopicPartition: Int64] {
        guard !partitions.isEmpty else { return [:] }
        let admin = try admin()
        let request = AdminRequest(admin, RD_KAFKA_ADMIN_OP_LISTCONSUMERGROUPOFFSETS, timeout: settings.requestTimeout)
        let list = TopicPartitionListHandle(capacity: partitions.count)
        for partition in partitions { list.add(partition, offset: Int64(RD_KAFKA_OFFSET_INVALID), of: admin) }
        var groups = [rd_kafka_ListConsumerGroupOffsets_new(admin.context.wire(group), list.pointer)]
        defer { rd_kafka_ListConsumerGroupOffsets_destroy(groups[0]) }
        rd_kafka_ListConsumerGroupOffsets(admin.pointer, &groups, 1, request.options, request.queue)
        let answer = try request.answer()
        var count = 0
        let result = rd_kafka_event_ListConsumerGroupOffsets_result(answer.event)
        guard let results = rd_kafka_ListConsumerGroupOffsets_result_groups(result, &count), count > 0 else { return [:] }
        if let error = rd_kafka_group_result_error(results[0]) {
            throw ErrorCode.error(rd_kafka_error_code(error), "cannot read the offsets of group \(group)")
        }
        guard let found = rd_kafka_group_result_partitions(results[0])?.pointee else { return [:] }
        var offsets: [TopicPartition: Int64] = [:]
        for element in UnsafeBufferPointer(start: found.elems, count: Int(found.cnt)) where element.err == RD_KAFKA_RESP_ERR_NO_ERROR
            && element.offset >= 0 {
            guard let topic = element.topic.flatMap({ admin.context.own(String(cString: $0)) }) else { continue }
            offsets[TopicPartition(topic, element.partition)] = element.offset
        }
        return offsets
    }
}

extension TopicSpecification {
    /// Brokers delete and compact only closed segments: with the default of a week the intake topic's minutes would
    /// stay for a week.
    package var segmentAge: Duration {
        guard let retention else { return .days(1) }
        return min(.days(1), max(.minutes(5), .milliseconds(retention.wholeMilliseconds / 4)))
    }
}

/// How many copies new topics get. The metadata does not show brokers that are down, and topics keep the copies they were
/// made with, so a cluster is asked for all copies first.
package struct ReplicationFactor {
    let wanted: Int
    let deadline: ContinuousClock.Instant
    private static let pauseMicroseconds: UInt32 = 200_000

    package init(wanted: Int, deadline: ContinuousClock.Instant) { (self.wanted, self.deadline) = (wanted, deadline) }

    /// - Parameter seen: the number of brokers in the metadata.
    /// - Parameter make: creates the topics with so many copies.
    package func create(seen: () throws(LogError) -> Int, _ make: (Int) throws(LogError) -> Void) throws(LogError) -> (made: Int,
        brokers: Int) {
        let brokers = try seen()
        guard brokers > 1 else {
            try make(1)
            return (1, brokers)
        }
        while true {
            do throws(LogError) {
                try make(wanted)
                return (wanted, brokers)
            } catch {
                // A broker that is just starting may make up the number.
                guard error.code == RD_KAFKA_RESP_ERR_INVALID_REPLICATION_FACTOR.rawValue else { throw error }
                guard .now < deadline else { break }
                usleep(Self.pauseMicroseconds)
            }
        }
        let possible = max(1, min(wanted - 1, try seen()))
        try make(possible)
        return (possible, brokers)
    }
}
