import Glibc
import Messaging

/// How to reach the cluster, and the bounds of one client. Immutable once a `KafkaCluster` is made of it.
///
/// `KAFKA_BOOTSTRAP_SERVERS` is all that is needed. Every other environment variable `KAFKA_<NAME>` is handed to
/// librdkafka as the property of the same name in lower case with dots: `KAFKA_SECURITY_PROTOCOL=SASL_SSL` is
/// `security.protocol`, and so on for `KAFKA_SASL_MECHANISM`, `KAFKA_SASL_USERNAME`, `KAFKA_SASL_PASSWORD`,
/// `KAFKA_SSL_CA_LOCATION`, `KAFKA_SSL_KEY_PEM`, `KAFKA_COMPRESSION_CODEC`, … Values are never logged. What the
/// delivery guarantees rest on (`acks`, idempotence, commits, offset reset, group) cannot be overridden.
public struct KafkaSettings: Sendable {
    /// `host:port[,host:port…]`.
    public var bootstrapServers: String
    /// First part of every `client.id`: `<prefix>.<name>`.
    public var clientIDPrefix: String
    /// The prefix of all topics and groups on the cluster: it separates installations and allows rights per prefix.
    public var topicPrefix = ""
    /// librdkafka properties by their own names: TLS, SASL, tuning. May hold secrets.
    public var properties: [String: String]
    /// How long a blocking question to the cluster may take.
    public var requestTimeout: Duration = .seconds(10)
    /// How long a record is retried before its delivery fails; zero: without limit.
    public var deliveryTimeout: Duration = .seconds(120)
    /// How long a producer's client may have records and no acknowledgement, while brokers answer, before another takes its place.
    public var stallTimeout: Duration = StallWatch.standardTimeout
    /// Bounds of a producer's own queue. Beyond them `enqueue` throws `queueFull`.
    public var producerQueueMaxRecords = 100_000
    public var producerQueueMaxKilobytes = 65_536
    /// Largest record sent, in bytes. Topics made by `ensureTopics` take as much.
    public var recordMaxBytes = 2_000_000
    /// The number of copies of topics that `ensureTopics` creates; a cluster that refuses them gets one per broker.
    public var replicationWanted = 3
    /// Prefetch bounds of one partition's queue.
    public var prefetchMinRecords = 5_000
    public var prefetchMaxKilobytes = 8_192
    /// How long the broker may hold an empty fetch back. It answers as soon as there is data, so this costs no latency.
    /// It is also how long a newly opened or sought partition may have to wait behind the fetch that is under way.
    public var fetchWaitMilliseconds = 100
    /// The same for a reader whose partitions stay the same after its start.
    public var settledFetchWaitMilliseconds = 1_000
    /// Background commits of `PartitionReader.commit(before:)` go out this often.
    public var commitIntervalMilliseconds = 100
    /// 0: no statistics. Otherwise `onStatistics` gets librdkafka's JSON this often.
    public var statisticsIntervalMilliseconds = 0
    /// Client name and statistics (JSON, see librdkafka's STATISTICS.md). Runs on a client's own thread.
    public var onStatistics: (@Sendable (_ client: String, _ json: String) -> Void)?

    public init(bootstrapServers: String, clientIDPrefix: String = "souk", properties: [String: String] = [:]) {
        (self.bootstrapServers, self.clientIDPrefix, self.properties) = (bootstrapServers, clientIDPrefix, properties)
    }

    /// Reads `KAFKA_*` and `SOUK_TOPIC_PREFIX`. `defaultServers` applies if `KAFKA_BOOTSTRAP_SERVERS` is not set. With
    /// `KAFKA_STATISTICS_INTERVAL_MS` the requests of each client are counted (`RequestCount`).
    public init(environment: [String: String], clientIDPrefix: String = "souk", defaultServers: String = "127.0.0.1:9092") {
        var properties: [String: String] = [:]
        for (name, value) in environment where name.hasPrefix("KAFKA_") && !Self.isSetByOrchestrator(name) {
            properties[name.dropFirst("KAFKA_".count).lowercased().split(separator: "_").joined(separator: ".")] = value
        }
        let servers = properties.removeValue(forKey: "bootstrap.servers").flatMap { $0.isEmpty ? nil : $0 }
        self.init(bootstrapServers: servers ?? defaultServers, clientIDPrefix: clientIDPrefix, properties: properties)
        topicPrefix = environment["SOUK_TOPIC_PREFIX"] ?? ""
        if let interval = self.properties.removeValue(forKey: "statistics.interval.ms").flatMap({ Int($0) }), interval > 0 {
            let requests = RequestCount()
            statisticsIntervalMilliseconds = interval
            onStatistics = { client, json in requests.take(json, of: client) }
        }
    }

    /// Kubernetes describes a Service called `kafka` to every pod in variables of these names: they are no settings.
    private static func isSetByOrchestrator(_ name: String) -> Bool {
        name == "KAFKA_PORT" || name.hasPrefix("KAFKA_PORT_") || name.hasPrefix("KAFKA_SERVICE_")
    }

    /// Throws if a property names an unreadable file. librdkafka itself reports only OpenSSL's message.
    func checkFiles() throws(LogError) {
        for (name, path) in properties.sorted(by: { $0.key < $1.key }) where name.hasSuffix(".location") && path != "probe" {
            guard access(path, R_OK) != 0 else { continue }
            throw LogError(kind: .other, isRetriable: false,
                           description: "\(Self.variable(name)): \(path) cannot be read: \(String(cString: strerror(errno)))")
        }
    }

    /// The environment variable of a property, because operators know that name.
    static func variable(_ property: String) -> String { "KAFKA_\(property.uppercased().replacing(".", with: "_")) (\(property))" }
}
