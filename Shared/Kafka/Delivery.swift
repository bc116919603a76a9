import CRdKafka
import Dispatch
import Messaging
import Synchronization

/// Who is told what became of one record. librdkafka holds a retained pointer to it until the report.
class Delivery {
    /// Where it counts as awaited; nil: nowhere. Set before the record is handed over, read at its report.
    private var awaited: AwaitedReports?

    func report(_ result: Result<RecordPosition, LogError>) {}

    func willBeAwaited(in reports: AwaitedReports) {
        awaited = reports
        reports.add()
    }
    func isNotAwaited() { awaited.take()?.remove() }

    /// librdkafka's delivery report callback: runs on the producer's own thread, once per record.
    static let callback: @convention(c) (OpaquePointer?, UnsafePointer<rd_kafka_message_t>?,
                                         UnsafeMutableRawPointer?) -> Void = { _, message, opaque in
        guard let message = message?.pointee else { return }
        if message.err == RD_KAFKA_RESP_ERR_NO_ERROR { ClientContext.of(opaque)?.acknowledged.add(1, ordering: .relaxed) }
        guard let ticket = message._private else {
            // Nobody asked to be told. A record that is lost must still leave a trace.
            if message.err != RD_KAFKA_RESP_ERR_NO_ERROR { ClientContext.of(opaque)?.reportLost(message) }
            return
        }
        let delivery = Unmanaged<Delivery>.fromOpaque(ticket).takeRetainedValue()
        delivery.isNotAwaited()
        if message.err == RD_KAFKA_RESP_ERR_NO_ERROR {
            delivery.report(.success(RecordPosition(partition: message.partition, offset: message.offset)))
        } else {
            let error = ErrorCode.ofDelivery(message.err)
            ClientContext.of(opaque)?.noteRefusal(of: message, error)
            delivery.report(.failure(error))
        }
    }
}

extension ClientContext {
    fileprivate func noteRefusal(of message: rd_kafka_message_t, _ error: LogError) {
        guard let topic = message.rkt.flatMap({ own(String(cString: rd_kafka_topic_name($0))) }) else { return }
        onFailure.withLock { $0 }?(topic, error)
    }
    fileprivate func reportLost(_ message: rd_kafka_message_t) {
        logger.warning("record was not delivered", metadata: [
            "topic": "\(message.rkt.map { String(cString: rd_kafka_topic_name($0)) } ?? "?")",
            "error": "\(String(cString: rd_kafka_err2name(message.err)))",
        ])
    }
}

/// Calls a closure.
final class ClosureDelivery: Delivery {
    private let body: @Sendable (Result<RecordPosition, LogError>) -> Void
    init(_ body: @escaping @Sendable (Result<RecordPosition, LogError>) -> Void) { self.body = body }
    override func report(_ result: Result<RecordPosition, LogError>) { body(result) }
}

/// One record of an appended batch.
final class BatchDelivery: Delivery {
    private let batch: AppendBatch
    private let index: Int
    init(_ batch: AppendBatch, _ index: Int) { (self.batch, self.index) = (batch, index) }
    override func report(_ result: Result<RecordPosition, LogError>) { batch.report(index, result) }
}

/// Waits until every record of a batch has its report.
final class AppendBatch: Sendable {
    private struct State {
        var missing: Int
        var positions: [RecordPosition]
        var firstFailure: LogError?
    }
    private let state: Mutex<State>
    private let allReported = DispatchSemaphore(value: 0)

    init(count: Int) {
        state = Mutex(State(missing: count, positions: Array(repeating: RecordPosition(partition: -1, offset: -1), count: count)))
    }

    func report(_ index: Int, _ result: Result<RecordPosition, LogError>) {
        let isLast = state.withLock { state in
            switch result {
            case .success(let position): state.positions[index] = position
            case .failure(let error): state.firstFailure = state.firstFailure ?? error
            }
            state.missing -= 1
            return state.missing == 0
        }
        if isLast { allReported.signal() }
    }

    func wait(until deadline: ContinuousClock.Instant) throws(LogError) -> [RecordPosition] {
        let (seconds, attoseconds) = (deadline - .now).components
        let nanoseconds = max(0, seconds) * 1_000_000_000 + max(0, attoseconds) / 1_000_000_000
        let reported = allReported.wait(timeout: .now() + .nanoseconds(Int(nanoseconds))) == .success
        let (failure, positions, missing) = state.withLock { ($0.firstFailure, $0.positions, $0.missing) }
        if let failure { throw failure }
        guard reported else {
            throw LogError(kind: .timedOut, code: RD_KAFKA_RESP_ERR__TIMED_OUT.rawValue, isRetriable: true,
                           description: """
                               \(missing) of \(positions.count) records were not acknowledged in time; they may still be appended
                               """)
        }
        return positions
    }
}
