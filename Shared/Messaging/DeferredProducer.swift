import Synchronization

/// Creates its producer on first use and retries after a failure, so that a process with wrong broker settings keeps
/// running and reports the problem at `/ready`.
public final class DeferredProducer: LogProducer {
    private enum State {
        case unmade
        case made(any LogProducer)
        case closed
    }
    private let name: String
    private let cluster: any LogCluster
    private let state = Mutex(State.unmade)

    public init(_ cluster: any LogCluster, name: String) { (self.cluster, self.name) = (cluster, name) }

    private func producer() throws(LogError) -> any LogProducer {
        let result: Result<any LogProducer, LogError> = state.withLock { state in
            switch state {
            case .made(let producer): return .success(producer)
            case .closed: return .failure(LogError(kind: .closed, isRetriable: false, description: "the producer \(name) is closed"))
            case .unmade:
                return Result { () throws(LogError) in
                    let made = try cluster.makeProducer(name: name)
                    state = .made(made)
                    return made
                }
            }
        }
        return try result.get()
    }

    public func enqueue(_ record: OutgoingRecord, onDelivery: (@Sendable (Result<RecordPosition, LogError>) -> Void)?) throws(LogError) {
        try producer().enqueue(record, onDelivery: onDelivery)
    }
    public func append(_ records: [OutgoingRecord], timeout: Duration) throws(LogError) -> [RecordPosition] {
        try producer().append(records, timeout: timeout)
    }
    public func prepare(topics: [String]) { try? producer().prepare(topics: topics) }
    /// A producer that was never created belongs to no cluster and has nothing to restart.
    public func startAnew() {
        if case .made(let producer) = state.withLock({ $0 }) { producer.startAnew() }
    }
    public var inFlight: Int {
        if case .made(let producer) = state.withLock({ $0 }) { producer.inFlight } else { 0 }
    }
    public func close(flushTimeout: Duration) {
        let last = state.withLock { state in
            defer { state = .closed }
            return state
        }
        if case .made(let producer) = last { producer.close(flushTimeout: flushTimeout) }
    }
}
