enum APIVersions {
    static func answer(_ header: RequestHeader, to body: inout ByteBuffer) {
        guard APIKey.apiVersions.versions.contains(header.version) else {
            // The client asks again in a version it is told of; this answer is always in version 0.
            body.write(KafkaError.unsupportedVersion)
            return write(to: &body)
        }
        body.write(nil as KafkaError?)
        guard header.version >= 3 else {
            write(to: &body)
            if header.version >= 1 { body.write(Int32(0)) }  // throttle time
            return
        }
        body.write(UInt8(APIKey.allCases.count + 1))  // compact array: count + 1
        for api in APIKey.allCases {
            write(api, to: &body)
            body.write(UInt8(0))  // no tagged fields
        }
        body.write(Int32(0))
        body.write(UInt8(0))
    }

    private static func write(to body: inout ByteBuffer) {
        body.write(Int32(APIKey.allCases.count))
        for api in APIKey.allCases { write(api, to: &body) }
    }
    private static func write(_ api: APIKey, to body: inout ByteBuffer) {
        body.write(api.rawValue)
        body.write(api.versions.lowerBound)
        body.write(api.versions.upperBound)
    }
}

/// The one broker, as clients are told of it.
struct BrokerAddress {
    static let nodeID: Int32 = 1
    let host = "127.0.0.1"
    let port: UInt16
    let clusterID: String
}

enum Metadata {
    /// Topics asked for by name are made when they are missing, unless the client forbids it. False when the request cannot be read.
    static func answer(_ frame: UnsafeRawBufferPointer, _ header: RequestHeader, _ topics: Topics, _ address: BrokerAddress,
                       to body: inout ByteBuffer) -> Bool {
        let version = header.version
        var reader = WireReader(frame, at: header.bodyOffset)
        guard let count = reader.integer(Int32.self) else { return false }
        var names: [String] = []
        for _ in 0..<max(0, count) {
            guard let name = reader.string() else { return false }
            names.append(name)
        }
        if version < 4 || reader.integer(UInt8.self) != 0 { for name in names { topics.make(name) } }
        // Null means all topics; in version 0 that was an empty list.
        if count < 0 || (version == 0 && count == 0) { names = topics.names }
        if version >= 3 { body.write(Int32(0)) }  // throttle time
        body.write(Int32(1))
        body.write(BrokerAddress.nodeID)
        body.write(address.host)
        body.write(Int32(address.port))
        if version >= 1 { body.write(nil as String?) }  // rack
        if version >= 2 { body.write(address.clusterID) }
        if version >= 1 { body.write(BrokerAddress.nodeID) }  // controller
        body.write(Int32(names.count))
        for name in names { write(name, topics, version, to: &body) }
        return true
    }

    private static func write(_ name: String, _ topics: Topics, _ version: Int16, to body: inout ByteBuffer) {
        let count = topics.partitionCount(of: name)
        body.write(count == nil ? (Topics.isTopicName(name) ? KafkaError.unknownTopicOrPartition : .invalidTopic) : nil)
        body.write(name)
        if version >= 1 { body.write(UInt8(0)) }  // internal
        body.write(Int32(count ?? 0))
        for partition in 0..<Int32(count ?? 0) {
            body.write(nil as KafkaError?)
            body.write(partition)
            body.write(BrokerAddress.nodeID)  // leader
            for _ in ["replicas", "in sync"] {
                body.write(Int32(1))
                body.write(BrokerAddress.nodeID)
            }
        }
    }
}

enum CreateTopics {
    /// Accepts configuration entries and ignores them: size alone limits every topic, and its records get their arrival
    /// time. Like Kafka, answers a name that occurs twice once, with an error, and does not create it. False if the
    /// request cannot be read.
    static func answer(_ frame: UnsafeRawBufferPointer, _ header: RequestHeader, _ topics: Topics, to body: inout ByteBuffer) -> Bool {
        var reader = WireReader(frame, at: header.bodyOffset)
        var wanted: [(name: String, partitions: Int32)] = []
        let read: Void? = reader.array { reader in
            guard let name = reader.string(), let partitions = reader.integer(Int32.self), reader.skip(2) != nil,  // replication
                reader.array({ $0.skip(4) == nil ? nil : $0.array { $0.skip(4) } }) != nil,  // assignments
                reader.array({ $0.skipNullableString() == nil ? nil : $0.skipNullableString() }) != nil  // configuration
            else { return nil }
            wanted.append((name, partitions))
            return ()
        }
        guard read != nil, reader.skip(4) != nil else { return false }  // timeout
        let isTrial = header.version >= 1 && reader.integer(UInt8.self) != 0
        if header.version >= 2 { body.write(Int32(0)) }  // throttle time
        let times = Dictionary(wanted.map { ($0.name, 1) }, uniquingKeysWith: +)
        var answered: Set<String> = []
        body.write(Int32(times.count))
        for topic in wanted where answered.insert(topic.name).inserted {
            body.write(topic.name)
            body.write(times[topic.name] == 1 ? make(topic.name, topic.partitions, topics, isTrial: isTrial) : KafkaError.invalidRequest)
            if header.version >= 1 { body.write(nil as String?) }
        }
        return true
    }

    private static func make(_ name: String, _ partitions: Int32, _ topics: Topics, isTrial: Bool) -> KafkaError? {
        guard Topics.isTopicName(name) else { return .invalidTopic }
        guard topics.partitionCount(of: name) == nil else { return .topicAlreadyExists }
        // -1: the broker's default.
        guard partitions == -1 || 1...1000 ~= partitions else { return .invalidPartitions }
        if !isTrial { topics.make(name, partitions: partitions == -1 ? nil : Int(partitions)) }
        return nil
    }
}

enum FindCoordinator {
    /// This broker coordinates every group.
    static func answer(_ header: RequestHeader, _ address: BrokerAddress, to body: inout ByteBuffer) {
        if header.version >= 1 { body.write(Int32(0)) }  // throttle time
        body.write(nil as KafkaError?)
        if header.version >= 1 { body.write(nil as String?) }
        body.write(BrokerAddress.nodeID)
        body.write(address.host)
        body.write(Int32(address.port))
    }
}

enum InitProducerID {
    /// Gives an idempotent producer its id. There are no transactions. False when the request cannot be read.
    static func answer(_ frame: UnsafeRawBufferPointer, _ header: RequestHeader, nextID: () -> Int64, to body: inout ByteBuffer) -> Bool {
        var reader = WireReader(frame, at: header.bodyOffset)
        guard let transactionalID = reader.nullableString() else { return false }
        body.write(Int32(0))  // throttle time
        body.write(transactionalID == nil ? nil : KafkaError.invalidRequest)
        body.write(transactionalID == nil ? nextID() : -1)
        body.write(Int16(0))
        return true
    }
}
