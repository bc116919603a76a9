import CRdKafka
import Messaging

/// Owns the options and the answer queue of one admin request.
struct AdminRequest: ~Copyable {
    let options: OpaquePointer?
    let queue: OpaquePointer?
    private let client: ClientHandle
    private let timeout: Duration

    init(_ client: ClientHandle, _ operation: rd_kafka_admin_op_t, timeout: Duration) {
        (self.client, self.timeout) = (client, timeout)
        options = rd_kafka_AdminOptions_new(client.pointer, operation)
        queue = rd_kafka_queue_new(client.pointer)
        rd_kafka_AdminOptions_set_request_timeout(options, timeout.timeoutMilliseconds, nil, 0)
    }

    deinit {
        rd_kafka_queue_destroy(queue)
        rd_kafka_AdminOptions_destroy(options)
    }

    /// The answer, whatever it says, if it comes within this time.
    func answer(within wait: Duration) -> AdminAnswer? {
        rd_kafka_queue_poll(queue, wait.timeoutMilliseconds).map { AdminAnswer($0) }
    }

    /// Waits for the answer. Throws what went wrong with the request as a whole.
    func answer() throws(LogError) -> AdminAnswer {
        guard let answer = answer(within: timeout + .seconds(1)) else { throw client.noAnswer() }
        let code = rd_kafka_event_error(answer.event)
        guard code == RD_KAFKA_RESP_ERR_NO_ERROR else {
            throw ErrorCode.error(code, String(cString: rd_kafka_event_error_string(answer.event)))
        }
        return answer
    }
}

/// Owns the event an admin request was answered with.
struct AdminAnswer: ~Copyable {
    let event: OpaquePointer
    init(_ event: OpaquePointer) { self.event = event }
    deinit { rd_kafka_event_destroy(event) }
}
