import Glibc
import Kafka
import Logging
import Messaging
import Synchronization
import TestKit
import Testing

/// A cluster under test and a topic of its own: the one `KAFKA_BOOTSTRAP_SERVERS` names, else an embedded broker made for the test.
struct Bus {
    let cluster: KafkaCluster
    let broker: EmbeddedBroker?
    let topic: String

    /// Wiping a broker is for one that is ours.
    static var brokerIsOurs: Bool { GivenBroker.current == nil }
    /// On a shared broker: the prefix of all topics of this process, which deletes them when it ends.
    private static let prefix: String? = {
        guard let given = GivenBroker.current else { return nil }
        atexit { if let prefix = Bus.prefix { GivenBroker.current?.deleteTopics(prefix: prefix) } }
        return given.freshPrefix("bus")
    }()

    init(partitions: Int = 1, keepMegabytes: Int = 5, adjust: (inout KafkaSettings) -> Void = { _ in }) throws {
        topic = "bus-\(getpid())-\(Self.counter.add(1, ordering: .relaxed).newValue)"
        let broker = Self.brokerIsOurs ? try EmbeddedBroker.start(topics: [topic: partitions], keepMegabytes: keepMegabytes) : nil
        var settings = KafkaSettings(environment: Self.environment, clientIDPrefix: "test", defaultServers: broker?.bootstrapServers ?? "")
        if let prefix = Self.prefix { settings.topicPrefix = prefix }
        adjust(&settings)
        (self.broker, cluster) = (broker, KafkaCluster(settings, logger: Self.logger))
        try cluster.ensureTopics([TopicSpecification(topic, partitions: partitions)])
        if settings.bootstrapServers.contains(",") { try Self.settle(topic, partitions, settings) }
    }

    /// Waits until every broker knows the topic. Clients that ask another one fail until then; services go on after such an
    /// error, these tests take it for their result. A new client asks any of the brokers.
    private static func settle(_ topic: String, _ partitions: Int, _ settings: KafkaSettings) throws {
        var inARow = 0
        guard eventually({
            let asked = try? KafkaCluster(settings, logger: logger).partitionCount(of: topic)
            inARow = asked == partitions ? inARow + 1 : 0
            return inARow == 8
        }) else { throw NotInTime(what: "\(topic) at every broker") }
    }

    /// `KAFKA_DEBUG=cgrp,fetch` shows what librdkafka does.
    private static var logger: Logger {
        var logger = Logger(label: "kafka")
        if getenv("KAFKA_DEBUG") != nil { logger.logLevel = .trace }
        return logger
    }
    private static let counter = Atomic(0)
    static var environment: [String: String] {
        var all: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let parts = String(cString: text).split(separator: "=", maxSplits: 1)
            if parts.count == 2 { all[String(parts[0])] = String(parts[1]) }
            entry += 1
        }
        return all
    }

    func record(_ value: String, partition: Int32? = 0, key: String = "k") -> OutgoingRecord {
        OutgoingRecord(topic: topic, partition: partition, key: Array(key.utf8), value: Array(value.utf8))
    }
    func partition(_ index: Int32 = 0) -> TopicPartition { TopicPartition(topic, index) }

    /// Appends with a producer made for it.
    @discardableResult
    func append(_ values: [String], partition: Int32? = 0) throws -> [RecordPosition] {
        let producer = try cluster.makeProducer(name: "append")
        defer { producer.close(flushTimeout: .seconds(5)) }
        return try producer.append(values.map { record($0, partition: partition) }, timeout: .seconds(20))
    }
}

struct NotInTime: Error { let what: String }

extension PartitionReader {
    /// Reads until `count` records came. Throws after twenty seconds.
    func read(count: Int) throws -> [IncomingRecord] {
        try collect(count) { try read(max: $0, wait: .milliseconds(200)) }
    }
}

extension LogFixedReader {
    func read(count: Int) throws -> [IncomingRecord] {
        try collect(count) { try read(max: $0, wait: .milliseconds(200)) }
    }
}

/// Reads until so many records have come; throws after a minute. Like the loops of a service it goes on after an
/// error that passes: a broker of three may not know yet a topic that another one has created.
private func collect(_ count: Int, _ read: (Int) throws -> [IncomingRecord]) throws -> [IncomingRecord] {
    var records: [IncomingRecord] = []
    var patience = Patience(.seconds(60))
    while records.count < count {
        guard !patience.isOver() else { throw NotInTime(what: "\(records.count) of \(count) records") }
        do {
            records += try read(count - records.count)
        } catch let error as LogError where error.isRetriable {
            usleep(50_000)
        }
    }
    return records
}

/// Asks until the answer is yes; false after a minute.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    var patience = Patience(.seconds(60))
    while !patience.isOver() {
        if try condition() { return true }
        usleep(5_000)
    }
    return false
}

func text(_ record: IncomingRecord) -> String { String(decoding: record.value ?? [], as: UTF8.self) }
