import CRdKafka
import Kernel
import Messaging

extension IncomingRecord {
    /// Copies a librdkafka message. Null key, value and header values stay nil.
    init(_ message: UnsafeMutablePointer<rd_kafka_message_t>, topic: String) {
        var kind = RD_KAFKA_TIMESTAMP_NOT_AVAILABLE
        let fields = message.pointee
        // A producer may set any number as the time.
        let time = Timestamp(millisecondsSinceEpoch: rd_kafka_message_timestamp(message, &kind))
        self.init(topic: topic, partition: fields.partition, offset: fields.offset,
                  timestamp: min(max(time, .distantPast), .distantFuture), isLogTime: kind == RD_KAFKA_TIMESTAMP_LOG_APPEND_TIME,
                  key: readBytes(fields.key, fields.key_len), value: readBytes(fields.payload, fields.len), headers: readHeaders(message))
    }
}

private func readBytes(_ start: UnsafeRawPointer?, _ count: Int) -> [UInt8]? {
    start.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) }
}

private func readHeaders(_ message: UnsafeMutablePointer<rd_kafka_message_t>) -> [RecordHeader] {
    var list: OpaquePointer?
    guard rd_kafka_message_headers(message, &list) == RD_KAFKA_RESP_ERR_NO_ERROR, let list else { return [] }
    let count = rd_kafka_header_cnt(list)
    var headers: [RecordHeader] = []
    headers.reserveCapacity(count)
    for index in 0..<count {
        var name: UnsafePointer<CChar>?
        var value: UnsafeRawPointer?
        var valueBytes = 0
        guard rd_kafka_header_get_all(list, index, &name, &value, &valueBytes) == RD_KAFKA_RESP_ERR_NO_ERROR, let name else { break }
        headers.append(RecordHeader(String(cString: name), readBytes(value, valueBytes)))
    }
    return headers
}

/// What a queue gave: records, and the error that came in place of the next one.
struct FetchedRecords {
    private(set) var records: [IncomingRecord] = []
    private(set) var failure: LogError?
    /// Partitions whose position is not in the log.
    private(set) var lost: Set<TopicPartition> = []
    var isEmpty: Bool { records.isEmpty && failure == nil }
    private var lastTopic: (handle: OpaquePointer, name: String)?

    /// Sorts one message of the library: a record, a lost position, or a passing failure, which the library retries.
    mutating func take(_ message: UnsafeMutablePointer<rd_kafka_message_t>, logTo context: ClientContext) {
        let code = message.pointee.err
        guard code != RD_KAFKA_RESP_ERR_NO_ERROR else {
            records.append(IncomingRecord(message, topic: topicName(message.pointee.rkt, context)))
            return
        }
        let reason = rd_kafka_message_errstr(message).map { String(cString: $0) } ?? ""
        switch ErrorCode.kind(of: code) {
        case .offsetOutOfRange:
            let partition = TopicPartition(topicName(message.pointee.rkt, context), message.pointee.partition)
            lost.insert(partition)
            failure = failure ?? LogError(kind: .offsetOutOfRange, code: code.rawValue, isRetriable: false,
                                          description: "\(partition): \(reason)")
        case .queueFull, .timedOut, .recordTooLarge, .abandoned, .closed, .other:
            if code == RD_KAFKA_RESP_ERR__FATAL {
                failure = failure ?? LogError(kind: .other, code: code.rawValue, isRetriable: false, isFatal: true, description: reason)
            }
            context.logger.debug("fetch failed for now", metadata: ["error": "\(reason)"])
        }
    }

    private mutating func topicName(_ handle: OpaquePointer?, _ context: ClientContext) -> String {
        guard let handle else { return "" }
        if let lastTopic, lastTopic.handle == handle { return lastTopic.name }
        let wire = String(cString: rd_kafka_topic_name(handle))
        let name = context.own(wire) ?? wire
        lastTopic = (handle, name)
        return name
    }
}
