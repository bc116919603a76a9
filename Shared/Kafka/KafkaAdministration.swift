import CRdKafka
import Glibc
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

    public func watermarks(_ partition: TopicPartition) throws(LogError) -> Range<Int64> { try watermarks(partition, timeout: settings.requestTimeout) }

    func watermarks(_ partition: TopicPartition, timeout: Duration) throws(LogError) -> Range<Int64> { try admin().watermarks(partition, timeout: timeout) }

    public func ensureTopics(_ topics: [TopicSpecification]) throws(LogError) {
        let admin = try admin()
        // A broker refuses a request that names a topic twice.
        var known = try names(admin)
        let missing = topics.filter { known.insert($0.name).inserted }
        guard !missing.isEmpty else { return }
        var refusal: LogError?
        do throws(LogError) {
            try create(missing, admin)
        } catch {
            // Brokers without CreateTopics say so in many ways (not supported, no controller, not allowed): topics may come into being on first use all the same.
            logger.notice("the broker makes no topics when asked; asking for each by its name", metadata: ["error": "\(error)"])
            refusal = error
        }
        let deadline = ContinuousClock.now + settings.requestTimeout
        do throws(LogError) {
            for topic in missing { try awaitTopic(topic.name, admin, deadline) }
        } catch {
            let there = (try? names(admin)) ?? []
            let absent = missing.map(\.name).filter { !there.contains($0) }
            let cause = refusal ?? error
            throw LogError(kind: cause.kind, code: cause.code, isRetriable: cause.isRetriable, isFatal: cause.isFatal,
                           description: "\(cause.description); missing topics: \(absent.joined(separator: ", "))")
        }
    }

    private func names(_ admin: ClientHandle) throws(LogError) -> Set<String> {
        Set(try admin.metadata(of: .everything, timeout: settings.requestTimeout).topics.map(\.name))
    }

    private func create(_ topics: [TopicSpecification], _ admin: ClientHandle) throws(LogError) {
        let request = AdminRequest(admin, RD_KAFKA_ADMIN_OP_CREATETOPICS, timeout: settings.requestTimeout)
        var specifications: [OpaquePointer?] = []
        defer { for specification in specifications { rd_kafka_NewTopic_destroy(specification) } }
        for topic in topics {
            // Replication -1: the broker's default (Kafka 2.4 and later).
            guard let new = rd_kafka_NewTopic_new(topic.name, Int32(topic.partitions), -1, nil, 0) else {
                throw LogError(kind: .other, isRetriable: false, description: "\(topic.name) with \(topic.partitions) partitions cannot be a topic")
            }
            specifications.append(new)
            rd_kafka_NewTopic_set_config(new, "cleanup.policy", topic.compacted ? "compact" : "delete")
            rd_kafka_NewTopic_set_config(new, "max.message.bytes", String(settings.recordMaxBytes))
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

    /// Creation is done in the background, also on a real cluster; asking for the topic makes it where there is no CreateTopics.
    private func awaitTopic(_ name: String, _ admin: ClientHandle, _ deadline: ContinuousClock.Instant) throws(LogError) {
        while true {
            let answer = try admin.metadata(of: .topic(name), timeout: settings.requestTimeout).topics.first
            if let answer, answer.error == RD_KAFKA_RESP_ERR_NO_ERROR, answer.partitionCount > 0 { return }
            let isFinal = answer?.error == RD_KAFKA_RESP_ERR_TOPIC_EXCEPTION || answer?.error == RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED
            guard .now < deadline, !isFinal else { throw ErrorCode.error(answer?.error ?? RD_KAFKA_RESP_ERR__TIMED_OUT, "topic \(name) did not come into being") }
            usleep(10_000)
        }
    }

    public func committedOffsets(group: String, _ partitions: [TopicPartition]) throws(LogError) -> [TopicPartition: Int64] {
        guard !partitions.isEmpty else { return [:] }
        let admin = try admin()
        let request = AdminRequest(admin, RD_KAFKA_ADMIN_OP_LISTCONSUMERGROUPOFFSETS, timeout: settings.requestTimeout)
        let list = TopicPartitionListHandle(capacity: partitions.count)
        for partition in partitions { list.add(partition, offset: Int64(RD_KAFKA_OFFSET_INVALID)) }
        var groups = [rd_kafka_ListConsumerGroupOffsets_new(group, list.pointer)]
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
        for element in UnsafeBufferPointer(start: found.elems, count: Int(found.cnt)) where element.err == RD_KAFKA_RESP_ERR_NO_ERROR && element.offset >= 0 {
            offsets[TopicPartition(element)] = element.offset
        }
        return offsets
    }
}
