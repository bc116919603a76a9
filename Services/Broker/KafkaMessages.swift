/// The messages of the Kafka protocol that the front answers itself (https://kafka.apache.org/protocol).
/// Versions with compact types ("flexible") are newer than the mock broker and are never agreed on.
enum APIKey {
    static let produce: Int16 = 0
    static let fetch: Int16 = 1
    static let listOffsets: Int16 = 2
    static let metadata: Int16 = 3
}

/// Size, API key, version, correlation id, client id: the start of every request.
struct RequestHeader {
    let apiKey: Int16
    let version: Int16
    let correlationID: Int32
    /// Where the body begins, counted from the size field.
    let bodyOffset: Int

    init?(_ frame: UnsafeRawBufferPointer) {
        var reader = WireReader(frame, at: 4)
        guard let apiKey = reader.integer(Int16.self), let version = reader.integer(Int16.self), let correlationID = reader.integer(Int32.self),
            reader.skipNullableString() != nil
        else { return nil }
        (self.apiKey, self.version, self.correlationID, bodyOffset) = (apiKey, version, correlationID, reader.position)
    }
}

enum MetadataRequest {
    /// The topics a Metadata request (version 0 to 8) asks for by name and allows to be made.
    static func topicsToMake(_ frame: UnsafeRawBufferPointer, _ header: RequestHeader) -> [String] {
        guard header.version <= 8 else { return [] }
        var reader = WireReader(frame, at: header.bodyOffset)
        var names: [String] = []
        let read: Void? = reader.array { reader in
            guard let name = reader.string() else { return nil }
            names.append(name)
            return ()
        }
        guard read != nil else { return [] }
        if header.version >= 4, reader.integer(UInt8.self) == 0 { return [] }
        return names
    }
}

/// Produce, version 0 to 8.
enum Produce {
    /// Appends what the request brings and writes the response, unless the producer wants none (`acks=0`). Returns the logs that grew; nil when the
    /// request cannot be read.
    static func answer(_ frame: UnsafeRawBufferPointer, _ header: RequestHeader, _ topics: Topics, to out: inout ByteBuffer) -> [PartitionLog]? {
        let version = header.version
        guard version <= 8 else { return nil }
        var reader = WireReader(frame, at: header.bodyOffset)
        if version >= 3, reader.skipNullableString() == nil { return nil }  // transactional id
        guard let acks = reader.integer(Int16.self), reader.skip(4) != nil else { return nil }  // timeout
        var grown: [PartitionLog] = []
        var body = ByteBuffer(capacity: 256)
        let read: Void? = reader.mapArray(to: &body) { reader, body in
            guard let topic = reader.string() else { return nil }
            body.write(topic)
            return reader.mapArray(to: &body) { reader, body in
                guard let partition = reader.integer(Int32.self), let records = reader.byteString() else { return nil }
                let log = topics.log(topic, partition)
                let result = log?.append(records) ?? .failure(.unknownTopicOrPartition)
                if let log, case .success = result { grown.append(log) }
                write(partition, result, startOffset: log?.startOffset ?? -1, version, to: &body)
                return ()
            }
        }
        guard read != nil else { return nil }
        if version >= 1 { body.write(Int32(0)) }  // throttle time
        if acks != 0 { out.writeResponse(header.correlationID, body.bytes) }
        return grown
    }

    private static func write(_ partition: Int32, _ result: Result<Int64, KafkaError>, startOffset: Int64, _ version: Int16, to body: inout ByteBuffer) {
        body.write(partition)
        switch result {
        case .success(let offset):
            body.write(Int16(0))
            body.write(offset)
        case .failure(let error):
            body.write(error.rawValue)
            body.write(Int64(-1))
        }
        if version >= 2 { body.write(Int64(-1)) }  // log append time: the producer's own times are kept
        if version >= 5 { body.write(startOffset) }
        if version >= 8 {
            body.write(Int32(0))  // errors of single records
            body.write(Int16(-1))  // error message
        }
    }
}

/// ListOffsets, version 0 to 5.
enum ListOffsets {
    /// Writes the response. False when the request cannot be read.
    static func answer(_ frame: UnsafeRawBufferPointer, _ header: RequestHeader, _ topics: Topics, to out: inout ByteBuffer) -> Bool {
        let version = header.version
        guard version <= 5 else { return false }
        var reader = WireReader(frame, at: header.bodyOffset)
        guard reader.skip(4 + (version >= 2 ? 1 : 0)) != nil else { return false }  // replica, isolation level
        var body = ByteBuffer(capacity: 256)
        if version >= 2 { body.write(Int32(0)) }  // throttle time
        let read: Void? = reader.mapArray(to: &body) { reader, body in
            guard let topic = reader.string() else { return nil }
            body.write(topic)
            return reader.mapArray(to: &body) { reader, body in
                guard let partition = reader.integer(Int32.self), version < 4 || reader.skip(4) != nil, let timestamp = reader.integer(Int64.self),
                    version > 0 || reader.skip(4) != nil
                else { return nil }
                let log = topics.log(topic, partition)
                body.write(partition)
                body.write(log == nil ? KafkaError.unknownTopicOrPartition.rawValue : 0)
                write(log.flatMap { find(timestamp, in: $0) } ?? (-1, -1), version, to: &body)
                return ()
            }
        }
        guard read != nil else { return false }
        out.writeResponse(header.correlationID, body.bytes)
        return true
    }

    private static func find(_ timestamp: Int64, in log: PartitionLog) -> (offset: Int64, timestamp: Int64)? {
        switch timestamp {
        case -1: (log.endOffset, -1)
        case -2: (log.startOffset, -1)
        default: log.offset(at: timestamp)
        }
    }

    private static func write(_ found: (offset: Int64, timestamp: Int64), _ version: Int16, to body: inout ByteBuffer) {
        if version == 0 {
            body.write(Int32(found.offset < 0 ? 0 : 1))
            if found.offset >= 0 { body.write(found.offset) }
        } else {
            body.write(found.timestamp)
            body.write(found.offset)
        }
        if version >= 4 { body.write(Int32(-1)) }  // leader epoch
    }
}
