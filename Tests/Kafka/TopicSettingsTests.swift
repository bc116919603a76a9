import CRdKafka
import Kafka
import Kernel
import Messaging
import TestKit
import Testing

@Suite("What topics are made with")
struct TopicSettingsTests {
    @Test("Segments close after a quarter of the retention, from five minutes to a day: only closed ones are deleted or compacted (12.A4)",
          arguments: [
              (Duration.minutes(15), Duration.minutes(5)), (.hours(1), .minutes(15)), (.days(7), .days(1)), (.days(90), .days(1)),
          ])
    func segments(_ retention: Duration, _ age: Duration) {
        #expect(TopicSpecification("t", partitions: 1, retention: retention).segmentAge == age)
        #expect(TopicSpecification("t", partitions: 1, compacted: true).segmentAge == .days(1))
    }

    /// What is made with so many copies, and how often the brokers were asked for as many.
    private func made(brokers: Int, registered: Int, within limit: Duration = .seconds(5), joining: Int? = nil) throws -> (copies: Int,
        asked: [Int]) {
        var (registered, asked) = (registered, [Int]())
        let made = try ReplicationFactor(wanted: 3, deadline: .now + limit).create(seen: { brokers }) { copies throws(LogError) in
            asked.append(copies)
            if asked.count == joining { registered += 1 }
            guard copies > registered else { return }
            throw LogError(kind: .other, code: RD_KAFKA_RESP_ERR_INVALID_REPLICATION_FACTOR.rawValue, isRetriable: false,
                           description: "too few brokers")
        }
        return (made.made, asked)
    }

    @Test("A cluster that misses a broker is asked for all copies first: it counts those that are down, or the broker comes back")
    func copiesWhileABrokerIsDown() throws {
        #expect(try made(brokers: 2, registered: 3) == (3, [3]))
        #expect(try made(brokers: 2, registered: 2, joining: 2) == (3, [3, 3]))
        #expect(try made(brokers: 3, registered: 3) == (3, [3]) && made(brokers: 5, registered: 5) == (3, [3]))
    }

    @Test("""
        A cluster of two gets two copies once the time for all is over; one broker gets one copy at once; other refusals are no reason to \
        wait
        """)
    func fewerCopies() throws {
        #expect(try made(brokers: 2, registered: 2, within: .zero) == (2, [3, 2]))
        #expect(try made(brokers: 1, registered: 1) == (1, [1]))
        let error = #expect(throws: LogError.self) {
            try ReplicationFactor(wanted: 3, deadline: .now + .seconds(5)).create(seen: { 2 }) { _ throws(LogError) in
                throw LogError(kind: .other, isRetriable: false, description: "not allowed")
            }
        }
        #expect(error?.description == "not allowed")
    }

    /// The embedded broker keeps one copy in memory, and rights for one prefix do not include reading settings.
    private static let showsSettings = GivenBroker.current != nil && Bus.environment["SOUK_TOPIC_PREFIX"] == nil

    @Test("On a cluster topics get a copy on up to three brokers, acknowledgement by all but one, retention and age of segments (12.A4)",
          .enabled(if: showsSettings, "needs a cluster whose topics it may read the settings of: make test-broker"))
    func onCluster() throws {
        let bus = try Bus()
        let name = "\(bus.topic)-settings"
        try bus.cluster.ensureTopics([TopicSpecification(name, partitions: 1, retention: .minutes(15))])
        let wire = bus.cluster.settings.topicPrefix + name
        var (settings, brokers) = ([String: String](), 0)
        // The broker may not know the topic yet.
        #expect(try eventually {
            (settings, brokers) = try Self.settings(of: wire, bus.cluster.settings.bootstrapServers)
            return !settings.isEmpty
        })
        // A cluster that misses a broker may count it all the same.
        let copies = brokers > 1 ? [min(3, brokers), 3] : [1]
        #expect(copies.map { String(max(1, $0 - 1)) }.contains(settings["min.insync.replicas"]))
        #expect(settings["segment.ms"] == "300000" && settings["retention.ms"] == "900000" && settings["cleanup.policy"] == "delete")
    }

    /// The topic's settings, empty while no broker knows them, and the number of brokers, without those a test has
    /// killed.
    private static func settings(of topic: String, _ servers: String) throws -> ([String: String], brokers: Int) {
        let configuration = rd_kafka_conf_new()
        rd_kafka_conf_set(configuration, "bootstrap.servers", servers, nil, 0)
        let client = try #require(rd_kafka_new(RD_KAFKA_PRODUCER, configuration, nil, 0))
        defer { rd_kafka_destroy(client) }
        let queue = rd_kafka_queue_new(client)
        defer { rd_kafka_queue_destroy(queue) }
        var wanted = [rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_TOPIC, topic)]
        defer { rd_kafka_ConfigResource_destroy(wanted[0]) }
        rd_kafka_DescribeConfigs(client, &wanted, 1, nil, queue)
        let event = try #require(rd_kafka_queue_poll(queue, 20_000))
        defer { rd_kafka_event_destroy(event) }
        var metadata: UnsafePointer<rd_kafka_metadata>?
        guard rd_kafka_metadata(client, 0, nil, &metadata, 20_000) == RD_KAFKA_RESP_ERR_NO_ERROR, let metadata else { return ([:], 0) }
        defer { rd_kafka_metadata_destroy(metadata) }
        var count = 0
        let resources = rd_kafka_DescribeConfigs_result_resources(rd_kafka_event_DescribeConfigs_result(event), &count)
        var entryCount = 0
        let entries = rd_kafka_ConfigResource_configs(resources?[0], &entryCount)
        var settings: [String: String] = [:]
        for index in 0..<entryCount {
            guard let name = rd_kafka_ConfigEntry_name(entries?[index]), let value = rd_kafka_ConfigEntry_value(entries?[index]) else {
                continue
            }
            settings[String(cString: name)] = String(cString: value)
        }
        return (settings, Int(metadata.pointee.broker_cnt))
    }
}
