enum ListOffsets {
    /// Writes the response body. False when the request cannot be read.
    static func answer(_ frame: UnsafeRawBufferPointer, _ header: RequestHeader, _ topics: Topics, to body: inout ByteBuffer) -> Bool {
        let version = header.version
        var reader = WireReader(frame, at: header.bodyOffset)
        guard reader.skip(4 + (version >= 2 ? 1 : 0)) != nil else { return false }  // replica, isolation level
        if version >= 2 { body.write(Int32(0)) }  // throttle time
        return reader.mapArray(to: &body) { reader, body in
            guard let topic = reader.string() else { return nil }
            body.write(topic)
            return reader.mapArray(to: &body) { reader, body in
                guard let partition = reader.integer(Int32.self), version < 4 || reader.skip(4) != nil,
                    let timestamp = reader.integer(Int64.self), version > 0 || reader.skip(4) != nil
                else { return nil }
                let log = topics.log(topic, partition)
                body.write(partition)
                body.write(log == nil ? KafkaError.unknownTopicOrPartition : nil)
                write(log.flatMap { find(timestamp, in: $0) } ?? (-1, -1), version, to: &body)
                return ()
            }
        } != nil
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
