import CRdKafka
import Messaging

/// librdkafka's error codes, read as the log's errors.
enum ErrorCode {
    /// The log's error for a code. `detail` says what was being done, or is the library's own reason.
    static func error(_ code: rd_kafka_resp_err_t, _ detail: String = "") -> LogError {
        let name = String(cString: rd_kafka_err2name(code))
        let text = detail.isEmpty ? String(cString: rd_kafka_err2str(code)) : detail
        return LogError(kind: kind(of: code), code: code.rawValue, isRetriable: isRetriable(code),
                        isFatal: code == RD_KAFKA_RESP_ERR__FATAL, description: "\(name): \(text)")
    }

    static let closed = LogError(kind: .closed, code: RD_KAFKA_RESP_ERR__DESTROY.rawValue, isRetriable: false,
                                 description: "the client is closed")

    /// Why a record did not reach the log. If brokers disagree about a new topic, or an older leader reports,
    /// librdkafka drops the partition with its waiting records and calls that "destroyed". The client is still open,
    /// and the record can be sent again.
    static func ofDelivery(_ code: rd_kafka_resp_err_t) -> LogError {
        guard code == RD_KAFKA_RESP_ERR__DESTROY else { return error(code) }
        return LogError(kind: .other, code: code.rawValue, isRetriable: true,
                        description: "the client let go of the partition before the record was sent")
    }

    /// Takes the error over and frees it.
    static func consume(_ error: OpaquePointer, _ doing: String) -> LogError {
        defer { rd_kafka_error_destroy(error) }
        let code = rd_kafka_error_code(error)
        let text = "\(doing): \(String(cString: rd_kafka_error_string(error)))"
        return LogError(kind: kind(of: code), code: code.rawValue, isRetriable: rd_kafka_error_is_retriable(error) != 0
            || isRetriable(code),
                        isFatal: rd_kafka_error_is_fatal(error) != 0, description: text)
    }

    static func kind(of code: rd_kafka_resp_err_t) -> LogError.Kind {
        switch code {
        case RD_KAFKA_RESP_ERR__QUEUE_FULL: .queueFull
        case RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET, RD_KAFKA_RESP_ERR_OFFSET_OUT_OF_RANGE, RD_KAFKA_RESP_ERR__NO_OFFSET: .offsetOutOfRange
        case RD_KAFKA_RESP_ERR__TIMED_OUT, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT, RD_KAFKA_RESP_ERR__TIMED_OUT_QUEUE,
            RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT,
            RD_KAFKA_RESP_ERR__TRANSPORT, RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN, RD_KAFKA_RESP_ERR__WAIT_COORD: .timedOut
        case RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE, RD_KAFKA_RESP_ERR_RECORD_LIST_TOO_LARGE: .recordTooLarge
        case RD_KAFKA_RESP_ERR__PURGE_QUEUE, RD_KAFKA_RESP_ERR__PURGE_INFLIGHT: .abandoned
        case RD_KAFKA_RESP_ERR__DESTROY: .closed
        default: .other
        }
    }

    /// The partition has no leader yet, or a different one than the client knows.
    static func awaitsLeader(_ code: rd_kafka_resp_err_t) -> Bool {
        switch code {
        case RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION, RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE, RD_KAFKA_RESP_ERR_REPLICA_NOT_AVAILABLE,
            RD_KAFKA_RESP_ERR_FENCED_LEADER_EPOCH, RD_KAFKA_RESP_ERR_UNKNOWN_LEADER_EPOCH: true
        default: false
        }
    }

    /// Whether the same call may succeed later without anybody changing anything.
    static func isRetriable(_ code: rd_kafka_resp_err_t) -> Bool {
        switch code {
        case RD_KAFKA_RESP_ERR__QUEUE_FULL, RD_KAFKA_RESP_ERR__TIMED_OUT, RD_KAFKA_RESP_ERR__MSG_TIMED_OUT,
            RD_KAFKA_RESP_ERR__TIMED_OUT_QUEUE,
            RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT, RD_KAFKA_RESP_ERR__TRANSPORT, RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN,
            RD_KAFKA_RESP_ERR__WAIT_COORD, RD_KAFKA_RESP_ERR__WAIT_CACHE, RD_KAFKA_RESP_ERR__IN_PROGRESS, RD_KAFKA_RESP_ERR__RETRY,
            RD_KAFKA_RESP_ERR__PURGE_QUEUE, RD_KAFKA_RESP_ERR__PURGE_INFLIGHT,
            RD_KAFKA_RESP_ERR__FATAL, RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC, RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION,
            RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART, RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE, RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION,
            RD_KAFKA_RESP_ERR_BROKER_NOT_AVAILABLE, RD_KAFKA_RESP_ERR_REPLICA_NOT_AVAILABLE, RD_KAFKA_RESP_ERR_NETWORK_EXCEPTION,
            RD_KAFKA_RESP_ERR_COORDINATOR_LOAD_IN_PROGRESS, RD_KAFKA_RESP_ERR_COORDINATOR_NOT_AVAILABLE, RD_KAFKA_RESP_ERR_NOT_COORDINATOR,
            RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS, RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS_AFTER_APPEND, RD_KAFKA_RESP_ERR_NOT_CONTROLLER,
            RD_KAFKA_RESP_ERR_REBALANCE_IN_PROGRESS, RD_KAFKA_RESP_ERR_KAFKA_STORAGE_ERROR, RD_KAFKA_RESP_ERR_UNSTABLE_OFFSET_COMMIT: true
        default: false
        }
    }
}
