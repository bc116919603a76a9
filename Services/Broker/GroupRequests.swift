struct JoinRequest {
    let group: String
    let clientID: String
    let memberID: String
    let sessionTimeout: Duration
    let rebalanceTimeout: Duration
    let protocols: [(name: String, metadata: [UInt8])]

    init?(_ frame: UnsafeRawBufferPointer, _ header: RequestHeader) {
        var reader = WireReader(frame, at: header.bodyOffset)
        guard let group = reader.string(), let session = reader.integer(Int32.self) else { return nil }
        var rebalance = session
        if header.version >= 1 {
            guard let timeout = reader.integer(Int32.self) else { return nil }
            rebalance = timeout
        }
        guard let memberID = reader.string(), reader.string() != nil else { return nil }  // protocol type
        var protocols: [(name: String, metadata: [UInt8])] = []
        let read: Void? = reader.array { reader in
            guard let name = reader.string(), let metadata = reader.byteString() else { return nil }
            protocols.append((name, Array(metadata)))
            return ()
        }
        guard read != nil else { return nil }
        (self.group, clientID, self.memberID, self.protocols) = (group, header.clientID, memberID, protocols)
        (sessionTimeout, rebalanceTimeout) = (.milliseconds(Int(session)), .milliseconds(Int(rebalance)))
    }
}

/// Group, generation, member: the start of SyncGroup and Heartbeat.
struct MemberRequest {
    let group: String
    let generation: Int32
    let memberID: String
    /// SyncGroup only: the leader's plan.
    var plan: [String: [UInt8]] = [:]

    init?(_ frame: UnsafeRawBufferPointer, _ header: RequestHeader) {
        var reader = WireReader(frame, at: header.bodyOffset)
        guard let group = reader.string(), let generation = reader.integer(Int32.self), let memberID = reader.string() else { return nil }
        (self.group, self.generation, self.memberID) = (group, generation, memberID)
        guard header.api == .syncGroup else { return }
        var plan: [String: [UInt8]] = [:]
        let read: Void? = reader.array { reader in
            guard let member = reader.string(), let assignment = reader.byteString() else { return nil }
            plan[member] = Array(assignment)
            return ()
        }
        guard read != nil else { return nil }
        self.plan = plan
    }
}

/// A request whose answer comes later; its connection takes no other one meanwhile.
struct PendingAnswer {
    let header: RequestHeader
    let connectionID: ObjectIdentifier
    let send: (borrowing ByteBuffer) -> Void

    func answerJoin(_ error: KafkaError?, generation: Int32 = -1, protocolName: String = "", leader: String = "", memberID: String = "",
                    members: [(String, [UInt8])] = []) {
        var body = ByteBuffer(capacity: 512)
        if header.version >= 2 { body.write(Int32(0)) }  // throttle time
        body.write(error)
        body.write(generation)
        body.write(protocolName)
        body.write(leader)
        body.write(memberID)
        body.write(Int32(members.count))
        for (id, metadata) in members {
            body.write(id)
            body.write(metadata)
        }
        send(body)
    }

    func answerSync(_ error: KafkaError?, _ assignment: [UInt8] = []) {
        var body = ByteBuffer(capacity: 512)
        if header.version >= 1 { body.write(Int32(0)) }  // throttle time
        body.write(error)
        body.write(assignment)
        send(body)
    }
}

enum OffsetCommit {
    /// False when the request cannot be read.
    static func answer(_ frame: UnsafeRawBufferPointer, _ header: RequestHeader, _ groups: Groups, _ topics: Topics,
                       to body: inout ByteBuffer) -> Bool {
        let version = header.version
        var reader = WireReader(frame, at: header.bodyOffset)
        guard let name = reader.string(), let generation = reader.integer(Int32.self), let memberID = reader.string() else { return false }
        if version >= 7, reader.skipNullableString() == nil { return false }  // instance id
        if version <= 4, reader.skip(8) == nil { return false }  // retention time
        let group = groups.group(name)
        let refusal = group.mayCommit(memberID, generation)
        if version >= 3 { body.write(Int32(0)) }  // throttle time
        return reader.mapArray(to: &body) { reader, body in
            guard let topic = reader.string() else { return nil }
            body.write(topic)
            return reader.mapArray(to: &body) { reader, body in
                guard let partition = reader.integer(Int32.self), let offset = reader.integer(Int64.self),
                    version < 6 || reader.skip(4) != nil, reader.skipNullableString() != nil  // metadata
                else { return nil }
                let error = refusal ?? (topics.log(topic, partition) == nil ? .unknownTopicOrPartition : nil)
                if error == nil { group.commit(topic, partition, offset) }
                body.write(partition)
                body.write(error)
                return ()
            }
        } != nil
    }
}

enum OffsetFetch {
    /// False when the request cannot be read.
    static func answer(_ frame: UnsafeRawBufferPointer, _ header: RequestHeader, _ groups: Groups, to body: inout ByteBuffer) -> Bool {
        let version = header.version
        var reader = WireReader(frame, at: header.bodyOffset)
        guard let name = reader.string() else { return false }
        let committed = groups.group(name).committed
        if version >= 3 { body.write(Int32(0)) }  // throttle time
        var probe = reader
        if probe.integer(Int32.self) == -1 {
            // Null: everything the group has.
            body.write(Int32(committed.count))
            for (topic, partitions) in committed {
                body.write(topic)
                body.write(Int32(partitions.count))
                for (partition, offset) in partitions { write(partition, offset, version, to: &body) }
            }
        } else {
            let read: Void? = reader.mapArray(to: &body) { reader, body in
                guard let topic = reader.string() else { return nil }
                body.write(topic)
                return reader.mapArray(to: &body) { reader, body in
                    guard let partition = reader.integer(Int32.self) else { return nil }
                    write(partition, committed[topic]?[partition] ?? -1, version, to: &body)
                    return ()
                }
            }
            guard read != nil else { return false }
        }
        if version >= 2 { body.write(nil as KafkaError?) }
        return true
    }

    private static func write(_ partition: Int32, _ offset: Int64, _ version: Int16, to body: inout ByteBuffer) {
        body.write(partition)
        body.write(offset)
        if version >= 5 { body.write(Int32(-1)) }  // leader epoch
        body.write("")  // metadata
        body.write(nil as KafkaError?)
    }
}

/// All groups, by name. A group is made by the first who mentions it.
final class Groups {
    private var groups: [String: Group] = [:]

    func group(_ name: String) -> Group {
        if let known = groups[name] { return known }
        let new = Group()
        groups[name] = new
        return new
    }

    var deadline: ContinuousClock.Instant? { groups.values.lazy.compactMap(\.deadline).min() }
    func expire(now: ContinuousClock.Instant) { for group in groups.values { group.expire(now: now) } }
    func lost(_ connection: ObjectIdentifier) { for group in groups.values { group.lost(connection) } }
}
