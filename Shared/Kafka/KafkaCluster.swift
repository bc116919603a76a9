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
        var producers: [OpenProducer] = []
        var lastClusterID: String?
    }
    private struct OpenProducer { weak var producer: KafkaProducer? }
    private let state = Mutex(State())

    public init(_ settings: KafkaSettings, logger: Logger = Logger(label: "kafka")) {
        (self.settings, self.logger) = (settings, logger)
    }

    /// The client that questions go through: a producer's, as each client costs threads and a connection, or else one of their own.
    func admin() throws(LogError) -> ClientHandle {
        let (result, unneeded): (Result<ClientHandle, LogError>, ClientHandle?) = state.withLock { state in
            for entry in state.producers {
                if let client = entry.producer?.client { return (.success(client), state.admin.take()) }
            }
            if let admin = state.admin { return (.success(admin), nil) }
            return (Result { () throws(LogError) in
                let admin = try ClientHandle(RD_KAFKA_PRODUCER, name: "admin", settings: settings, logger: logger) { _ throws(LogError) in }
                state.admin = admin
                return admin
            }, nil)
        }
        // Its end takes a moment, for which nobody should wait.
        if let unneeded { _ = BlockingThread(name: "kafka-admin") { withExtendedLifetime(unneeded) {} } }
        return try result.get()
    }

    public func clusterID(timeout: Duration) throws(LogError) -> String {
        let admin = try admin()
        // The library keeps the id it saw first until the next metadata answer: ask for one.
        _ = try admin.metadata(of: nil, timeout: timeout)
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
        Self.isEmbedded(lastClusterID ?? (try? clusterID(timeout: settings.requestTimeout)) ?? "")
    }
    private var lastClusterID: String? { state.withLock { $0.lastClusterID } }
    private static func isEmbedded(_ id: String) -> Bool { id.hasPrefix("souk-embedded-") }

    /// The flow control of the embedded broker reads committed offsets; elsewhere lag monitors do, and each commit is a record to write.
    var commitInterval: Duration {
        settings.commitInterval ?? (lastClusterID.map(Self.isEmbedded) ?? true ? .milliseconds(100) : .seconds(5))
    }

    public func makeProducer(name: String) throws(LogError) -> any LogProducer {
        try makeProducer(name: name, settings)
    }
    private func makeProducer(name: String, _ settings: KafkaSettings) throws(LogError) -> KafkaProducer {
        let producer = try KafkaProducer(name: name, settings: settings, logger: logger)
        state.withLock { state in
            state.producers.removeAll { $0.producer == nil }
            state.producers.append(OpenProducer(producer: producer))
        }
        return producer
    }
    public func makePatientProducer(name: String) throws(LogError) -> any LogProducer {
        var patient = settings
        patient.deliveryTimeout = .zero
        return try makeProducer(name: name, patient)
    }
    public func makeReader(name: String, group: String?) throws(LogError) -> any LogReader {
        KafkaReader(group: group, cluster: self)
    }
    public func makeFixedReader(name: String, group: String, from starts: [TopicPartition: StartPosition]) throws(
        LogError) -> any LogFixedReader {
        try KafkaFixedReader(group: group, starts: starts, cluster: self)
    }

    private let consumers = SharedConsumers()
    /// A client that can read these partitions; nobody else reads them through it until the claim is gone.
    func claim(_ partitions: Set<TopicPartition>) throws(LogError) -> SharedConsumer.Claim { try consumers.claim(partitions, for: self) }
}
