/// A Fetch, version 0 to 11: read once, answered when there is something to say.
struct Fetch {
    struct Part {
        let partition: Int32
        let offset: Int64
        let maxBytes: Int
        let log: PartitionLog?

        var error: KafkaError? {
            guard let log else { return .unknownTopicOrPartition }
            return offset < log.startOffset || offset > log.endOffset ? .offsetOutOfRange : nil
        }
        var hasNews: Bool { error != nil || offset < (log?.endOffset ?? 0) }
    }

    let version: Int16
    let correlationID: Int32
    let deadline: ContinuousClock.Instant
    private let maxBytes: Int
    private let sessionID: Int32
    private let topics: [(name: String, parts: [Part])]

    init?(_ frame: UnsafeRawBufferPointer, _ header: RequestHeader, _ known: Topics) {
        let version = header.version
        var reader = WireReader(frame, at: header.bodyOffset)
        // replica, wait, min bytes
        guard reader.skip(4) != nil, let maxWait = reader.integer(Int32.self), reader.skip(4) != nil else { return nil }
        var (maxBytes, sessionID): (Int32, Int32) = (.max, 0)
        if version >= 3 {
            guard let limit = reader.integer(Int32.self) else { return nil }
            maxBytes = limit
        }
        if version >= 4, reader.skip(1) == nil { return nil }  // isolation level
        if version >= 7 {
            guard let session = reader.integer(Int32.self), reader.skip(4) != nil else { return nil }  // session epoch
            sessionID = session
        }
        var found: [(name: String, parts: [Part])] = []
        let read: Void? = reader.array { reader in
            guard let name = reader.string() else { return nil }
            var parts: [Part] = []
            let read: Void? = reader.array { reader in
                guard let partition = reader.integer(Int32.self), version < 9 || reader.skip(4) != nil,
                    let offset = reader.integer(Int64.self), version < 5 || reader.skip(8) != nil, let limit = reader.integer(Int32.self)
                else { return nil }
                parts.append(Part(partition: partition, offset: offset, maxBytes: Int(limit), log: known.log(name, partition)))
                return ()
            }
            found.append((name, parts))
            return read
        }
        guard read != nil else { return nil }
        (self.version, correlationID, topics) = (version, header.correlationID, found)
        (self.maxBytes, self.sessionID) = (Int(maxBytes), sessionID)
        deadline = .now + .milliseconds(Int(maxWait))
    }

    var logs: [PartitionLog] { topics.flatMap { $0.parts.compactMap(\.log) } }
    var hasNews: Bool { topics.contains { $0.parts.contains(where: \.hasNews) } }

    /// Writes the response as things are now.
    func answer(to out: inout ByteBuffer) {
        var body = ByteBuffer(capacity: 1024)
        if version >= 1 { body.write(Int32(0)) }  // throttle time
        if version >= 7 {
            body.write(Int16(0))
            body.write(sessionID)
        }
        var left = maxBytes
        body.write(Int32(topics.count))
        for topic in topics {
            body.write(topic.name)
            body.write(Int32(topic.parts.count))
            for part in topic.parts { write(part, left: &left, to: &body) }
        }
        out.writeResponse(correlationID, body.bytes)
    }

    private func write(_ part: Part, left: inout Int, to body: inout ByteBuffer) {
        let error = part.error
        body.write(part.partition)
        body.write(error)
        body.write(part.log?.endOffset ?? -1)  // high watermark
        if version >= 4 { body.write(part.log?.endOffset ?? -1) }  // last stable offset
        if version >= 5 { body.write(part.log?.startOffset ?? -1) }
        if version >= 4 { body.write(Int32(0)) }  // aborted transactions
        if version >= 11 { body.write(Int32(-1)) }  // preferred replica
        guard let log = part.log, error == nil, left > 0 else { return body.write(Int32(0)) }
        let limit = min(left, part.maxBytes)
        body.write(Int32(log.readableBytes(from: part.offset, maxBytes: limit)))
        left -= log.read(from: part.offset, maxBytes: limit) { body.append($0) }
    }
}
