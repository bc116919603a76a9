enum Produce {
    /// Appends what the request brings and writes the response body. Returns the logs that grew and whether the
    /// producer wants an answer at all (`acks=0` does not); nil when the request cannot be read.
    static func answer(_ frame: UnsafeRawBufferPointer, _ header: RequestHeader, _ topics: Topics,
                       to body: inout ByteBuffer) -> (grown: [PartitionLog], isAwaited: Bool)? {
        let version = header.version
        var reader = WireReader(frame, at: header.bodyOffset)
        if version >= 3, reader.skipNullableString() == nil { return nil }  // transactional id
        guard let acks = reader.integer(Int16.self), reader.skip(4) != nil else { return nil }  // timeout
        var grown: [PartitionLog] = []
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
        return (grown, acks != 0)
    }

    private static func write(_ partition: Int32, _ result: Result<Int64, KafkaError>, startOffset: Int64, _ version: Int16,
                              to body: inout ByteBuffer) {
        body.write(partition)
        switch result {
        case .success(let offset):
            body.write(nil as KafkaError?)
            body.write(offset)
        case .failure(let error):
            body.write(error)
            body.write(Int64(-1))
        }
        if version >= 2 { body.write(Int64(-1)) }  // log append time: the producer's own times are kept
        if version >= 5 { body.write(startOffset) }
        if version >= 8 {
            body.write(Int32(0))  // errors of single records
            body.write(nil as String?)
        }
    }
}
