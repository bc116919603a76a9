/// The few messages of the Kafka protocol that the front of the broker must understand (https://kafka.apache.org/protocol).
/// Versions with compact types ("flexible") are newer than the mock broker and are never agreed on.
enum APIKey {
    static let produce: Int16 = 0
    static let fetch: Int16 = 1
    static let metadata: Int16 = 3
    static let apiVersions: Int16 = 18
    static let createTopics: Int16 = 19
}

struct PartitionKey: Hashable {
    let topic: String
    let partition: Int32
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

enum ProduceRequest {
    /// The partitions a Produce (version 0 to 8) appends to; nil when it cannot be read.
    static func partitions(_ frame: UnsafeRawBufferPointer, _ header: RequestHeader) -> [PartitionKey]? {
        guard header.version <= 8 else { return nil }
        var reader = WireReader(frame, at: header.bodyOffset)
        var found: [PartitionKey] = []
        if header.version >= 3, reader.skipNullableString() == nil { return nil }
        guard reader.skip(2 + 4) != nil else { return nil }  // acks, timeout
        let read: Void? = reader.array { reader in
            guard let topic = reader.string() else { return nil }
            return reader.array { reader in
                guard let partition = reader.integer(Int32.self), reader.skipBytes() != nil else { return nil }
                found.append(PartitionKey(topic: topic, partition: partition))
                return ()
            }
        }
        return read == nil ? nil : found
    }
}

/// A Fetch, version 0 to 11.
struct FetchRequest {
    let maxWaitMilliseconds: Int32
    /// Where `max_wait_ms` lies in the frame.
    let maxWaitOffset: Int
    let partitions: [PartitionKey]

    init?(_ frame: UnsafeRawBufferPointer, _ header: RequestHeader) {
        let version = header.version
        guard version <= 11 else { return nil }
        var reader = WireReader(frame, at: header.bodyOffset)
        guard reader.skip(4) != nil else { return nil }  // replica
        maxWaitOffset = reader.position
        guard let wait = reader.integer(Int32.self) else { return nil }
        maxWaitMilliseconds = wait
        // min bytes; max bytes; isolation; session id and epoch
        guard reader.skip(4 + (version >= 3 ? 4 : 0) + (version >= 4 ? 1 : 0) + (version >= 7 ? 8 : 0)) != nil else { return nil }
        var found: [PartitionKey] = []
        let read: Void? = reader.array { reader in
            guard let topic = reader.string() else { return nil }
            return reader.array { reader in
                // partition; leader epoch; offset; log start; max bytes
                guard let partition = reader.integer(Int32.self), reader.skip((version >= 9 ? 4 : 0) + 8 + (version >= 5 ? 8 : 0) + 4) != nil else { return nil }
                found.append(PartitionKey(topic: topic, partition: partition))
                return ()
            }
        }
        guard read != nil else { return nil }
        partitions = found
    }
}

enum FetchResponse {
    /// True when a Fetch response (version 0 to 11) holds neither a record nor an error.
    static func isEmpty(_ frame: UnsafeRawBufferPointer, version: Int16) -> Bool {
        var reader = WireReader(frame, at: 8)
        var isEmpty = true
        if version >= 1, reader.skip(4) == nil { return false }  // throttle time
        if version >= 7 {
            guard let error = reader.integer(Int16.self), error == 0, reader.skip(4) != nil else { return false }
        }
        let read: Void? = reader.array { reader in
            guard reader.skipNullableString() != nil else { return nil }
            return reader.array { reader in
                // partition; error; high watermark; last stable offset; log start
                guard reader.skip(4) != nil, let error = reader.integer(Int16.self),
                    reader.skip(8 + (version >= 4 ? 8 : 0) + (version >= 5 ? 8 : 0)) != nil
                else { return nil }
                if version >= 4, reader.array({ $0.skip(16) }) == nil { return nil }  // aborted transactions
                if version >= 11, reader.skip(4) == nil { return nil }  // preferred replica
                guard let length = reader.skipBytes() else { return nil }
                if error != 0 || length > 0 { isEmpty = false }
                return ()
            }
        }
        return read != nil && isEmpty
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
