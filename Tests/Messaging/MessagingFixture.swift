import Contracts
import Foundation
import GRDB
import Kafka
import Kernel
import Messaging
import ServiceKit
import Storage
import TestKit
import Testing

/// The logs on which every rule is tested.
enum Bus: String, CaseIterable, Sendable {
    case inMemory
    /// The test's own broker, or the one that `KAFKA_BOOTSTRAP_SERVERS` names.
    case embeddedBroker

    /// The logs that a test may wipe.
    static var wipeable: [Bus] { GivenBroker.current == nil ? allCases : [.inMemory] }
}

/// Two services and a client on a log; all of them end with the test.
final class MessagingFixture {
    let cluster: any LogCluster
    let broker: EmbeddedBroker?
    let memory: InMemoryLog?
    let client: LogClient
    /// The prefix of our topics on a shared broker.
    private let prefix: String?
    let directory = NSTemporaryDirectory() + "souk-street-\(UUID().uuidString)"
    private(set) var bank: ServiceRuntime<Bank>
    private(set) var audit: ServiceRuntime<Audit>
    static let topics = ["bank.commands": 1, "bank.queries": 1, "bank.intake": 1, "bank.events": 1, "bank.dead-letters": 1,
                         "audit.commands": 1, "audit.queries": 1,
                         "audit.intake": 1, "audit.events": 1, "audit.dead-letters": 1, "gateway.replies": 1, "platform.manifests": 1,
                         "platform.tenants": 1, "platform.keys": 1]

    /// Whether the audit gets the bank's events directly.
    private let direct: Bool

    /// - Parameter recordMaxBytes: the largest record that the services send; the client sends up to 4 MB. Nil: the
    ///   default.
    /// - Parameter hasGroups: false: the log in memory does not answer about groups.
    /// - Parameter direct: false: the audit's forwarder reads the bank's topic of events for good.
    init(_ bus: Bus, recordMaxBytes: Int? = nil, hasGroups: Bool = true, direct: Bool = true) throws {
        self.direct = direct
        switch bus {
        case .inMemory:
            let log = InMemoryLog(partitions: Self.topics)
            log.hasGroups = hasGroups
            (memory, broker, cluster, prefix) = (log, nil, log, nil)
            client = try LogClient(log, tenant: "souq")
        case .embeddedBroker:
            let started = try GivenBroker.current == nil ? EmbeddedBroker.start(topics: Self.topics) : nil
            prefix = GivenBroker.current?.freshPrefix("street")
            var settings = prefix.flatMap {
                GivenBroker.current?.settings(prefix: $0)
            } ?? KafkaSettings(bootstrapServers: started?.bootstrapServers ?? "")
            let usual = KafkaCluster(settings)
            settings.recordMaxBytes = recordMaxBytes ?? settings.recordMaxBytes
            (memory, broker, cluster) = (nil, started, KafkaCluster(settings))
            settings.recordMaxBytes = 4_000_000
            // The client's records are too large for some services but not for its topics, which on a real broker have
            // their own limit.
            let large = KafkaCluster(settings)
            if prefix != nil { try large.ensureTopics(["bank.events", "bank.commands"].map { TopicSpecification($0, partitions: 1) }) }
            if prefix != nil { try usual.ensureTopics(Self.topics.map { TopicSpecification($0.key, partitions: $0.value) }) }
            client = try LogClient(KafkaCluster(settings), tenant: "souq")
        }
        let (log, directory) = (cluster, self.directory)
        bank = try ServiceRuntime<Bank>(settings: Self.settings(directory)) { _ in log }
        audit = try ServiceRuntime<Audit>(settings: Self.settings(directory, direct: direct)) { _ in log }
        bank.begin()
        audit.begin()
        try client.applyTenant(Self.tenant)
        try client.eventually(Balance.type, ["account": "-"]) { $0["balance"] != nil }
        try client.eventually(Total.type) { $0["deposits"] != nil }
    }

    static let tenant = TenantDefinition(tenant: "souq", name: "Souq", currency: .dzd, sandbox: true)

    static func settings(_ directory: String, direct: Bool = true) throws -> ServiceSettings {
        var settings = try ServiceSettings.fromEnvironment(["SOUK_DATA": directory, "SOUK_PARTITIONS": "1", "SOUK_LOG_LEVEL": "warning"])
        settings.file.intakeWorkers = 2
        settings.file.directEvents = direct
        return settings
    }

    func restartAudit() throws {
        audit.end()
        let log = cluster
        audit = try ServiceRuntime<Audit>(settings: Self.settings(directory, direct: direct)) { _ in log }
        audit.begin()
    }

    func restartBank() throws {
        bank.end()
        let log = cluster
        bank = try ServiceRuntime<Bank>(settings: Self.settings(directory)) { _ in log }
        bank.begin()
    }

    /// All records of partition 0 of a topic at present.
    func records(of topic: String) throws -> [IncomingRecord] {
        let place = TopicPartition(topic, 0)
        let end = try cluster.watermarks(place).upperBound
        let reader = try cluster.makeReader(name: "records", group: nil)
        defer { reader.close() }
        let partition = try reader.open(place, from: .beginning)
        var records: [IncomingRecord] = []
        try until("\(end) records of \(topic)") {
            records += (try? partition.read(max: 1_000, wait: .milliseconds(50))) ?? []
            return (records.last?.offset ?? -1) + 1 >= end
        }
        return records
    }

    /// Reads a service's file beside the running service.
    func rows<T>(of service: ServiceName = "bank", _ body: (Database) throws -> T) throws -> T {
        try DatabaseQueue.reading("\(directory)/\(service)/p0.sqlite").read(body)
    }

    /// The open dead letters of a service, from its topic.
    func deadLetters(of service: ServiceName) throws -> [DeadLetter] {
        let place = TopicPartition(Topics.deadLetters(service), 0)
        let reader = try cluster.makeReader(name: "letters", group: nil)
        defer { reader.close() }
        let queue = try reader.open(place, from: .beginning)
        defer { queue.close() }
        var open = OpenDeadLetters()
        var next = try cluster.watermarks(place).lowerBound
        while next < (try cluster.watermarks(place).upperBound) {
            for record in try queue.read(max: 100, wait: .seconds(1)) {
                open.read(record)
                next = record.offset + 1
            }
        }
        return open.deadLetters
    }

    func close() {
        client.close()
        bank.end()
        audit.end()
        broker?.stop()
        if let prefix { GivenBroker.current?.deleteTopics(prefix: prefix) }
        try? FileManager.default.removeItem(atPath: directory)
    }
}
