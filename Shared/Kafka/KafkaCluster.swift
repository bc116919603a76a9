import CRdKafka
import Logging
import Messaging
import Synchronization

/// Apache Kafka, or the embedded broker, through librdkafka. Making one costs nothing: clients are made when they are first needed.
///
/// Calls marked "blocks" wait on the calling thread: use a thread of your own, never the cooperative pool.
public final class KafkaCluster: LogCluster {
    public let settings: KafkaSettings
    let logger: Logger
    private struct State {
        var admin: ClientHandle?
        var lastClusterID: String?
    }
    private let state = Mutex(State())

    public init(_ settings: KafkaSettings, logger: Logger = Logger(label: "kafka")) {
        (self.settings, self.logger) = (settings, logger)
    }

    /// The one client all questions go through.
    func admin() throws(LogError) -> ClientHandle {
        let result: Result<ClientHandle, LogError> = state.withLock { state in
            if let admin = state.admin { return .success(admin) }
            return Result { () throws(LogError) in
                let admin = try ClientHandle(RD_KAFKA_PRODUCER, name: "admin", settings: settings, logger: logger) { _ throws(LogError) in }
                state.admin = admin
                return admin
            }
        }
        return try result.get()
    }

    public func clusterID(timeout: Duration) throws(LogError) -> String {
        let admin = try admin()
        // The library keeps the id it saw first until the next metadata answer: ask for one.
        _ = try admin.metadata(of: .everything, timeout: timeout)
        guard let raw = rd_kafka_clusterid(admin.pointer, 0) else {
            throw LogError(kind: .other, isRetriable: true, description: "the broker told no cluster id")
        }
        defer { rd_kafka_mem_free(admin.pointer, raw) }
        // Topics with another prefix are another log.
        let id = String(cString: raw) + (settings.topicPrefix.isEmpty ? "" : "/\(settings.topicPrefix)")
        state.withLock { $0.lastClusterID = id }
        return id
    }

    /// Asks the broker at first; false while none answers.
    public var isEmbedded: Bool {
        let known = state.withLock { $0.lastClusterID }
        return (known ?? (try? clusterID(timeout: settings.requestTimeout)) ?? "").hasPrefix("souk-embedded-")
    }

    public func makeProducer(name: String) throws(LogError) -> any LogProducer {
        try KafkaProducer(name: name, settings: settings, logger: logger)
    }
    public func makePatientProducer(name: String) throws(LogError) -> any LogProducer {
        var patient = settings
        patient.deliveryTimeout = .zero
        return try KafkaProducer(name: name, settings: patient, logger: logger)
    }
    public func makeReader(name: String, group: String?) throws(LogError) -> any LogReader {
        try KafkaReader(name: name, group: group, isSettled: false, cluster: self)
    }
    public func makeSettledReader(name: String, group: String?) throws(LogError) -> any LogReader {
        try KafkaReader(name: name, group: group, isSettled: true, cluster: self)
    }
    public func makeFixedReader(name: String, group: String, from starts: [TopicPartition: StartPosition]) throws(
        LogError) -> any LogFixedReader {
        try KafkaFixedReader(name: name, group: group, starts: starts, cluster: self)
    }
}
