import Foundation
import Kafka
import Messaging

/// The broker that `KAFKA_BOOTSTRAP_SERVERS` names (`make test-broker`); nil: tests start their own embedded brokers.
/// Others may use it, so each test uses topics under its own prefix and deletes them at its end.
public struct GivenBroker: Sendable {
    public let servers: String
    /// Process ids of brokers, one of which a test may kill (`Tests/Broker/kafka.sh three`).
    public let pids: [Int32]

    public static let current: GivenBroker? = {
        let environment = ProcessInfo.processInfo.environment
        guard let servers = environment["KAFKA_BOOTSTRAP_SERVERS"], !servers.isEmpty else { return nil }
        let pids = (environment["SOUK_TEST_BROKER_PIDS"] ?? "").split(separator: ",").compactMap { Int32($0) }
        return GivenBroker(servers: servers, pids: pids)
    }()

    /// Why tests that wipe, stop or freeze their broker are skipped.
    public static let notOurs = "needs a broker of its own to wipe, stop or freeze"

    /// A unique prefix.
    public func freshPrefix(_ name: String) -> String {
        (ProcessInfo.processInfo.environment["SOUK_TOPIC_PREFIX"] ?? "") + "\(name)-\(UUID().uuidString.prefix(8).lowercased())."
    }

    /// The settings of the environment, which may include TLS and SASL, with a topic prefix.
    public func settings(prefix: String) -> KafkaSettings {
        var settings = KafkaSettings(environment: ProcessInfo.processInfo.environment, clientIDPrefix: "test")
        settings.topicPrefix = prefix
        return settings
    }

    /// Best effort: topics that remain have a unique name.
    public func deleteTopics(prefix: String) {
        let cluster = KafkaCluster(settings(prefix: prefix))
        guard let topics = try? cluster.topics() else { return }
        try? cluster.deleteTopics(topics)
    }
}
