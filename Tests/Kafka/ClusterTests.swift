import Kafka
import Kernel
import Messaging
import Synchronization
import TestKit
import Testing

@Suite("Asking the cluster", .serialized)
struct ClusterTests {
    @Test("Missing topics are made with their partitions; existing ones are left as they are")
    func ensureTopics() throws {
        let bus = try Bus(partitions: 2)
        let other = "\(bus.topic)-other"
        try bus.cluster.ensureTopics([
            TopicSpecification(bus.topic, partitions: 7), TopicSpecification(other, partitions: 3, compacted: true, retention: .hours(1)),
        ])
        try bus.cluster.ensureTopics([TopicSpecification(other, partitions: 5)])
        #expect(try bus.cluster.partitionCount(of: bus.topic) == 2)
        #expect(try bus.cluster.partitionCount(of: other) == 3)
        #expect(try Set(bus.cluster.topics()).isSuperset(of: [bus.topic, other]))
        #expect(throws: LogError.self) { try bus.cluster.partitionCount(of: "\(bus.topic)-missing") }
        #expect(throws: LogError.self) { try bus.cluster.ensureTopics([TopicSpecification("no such name!", partitions: 1)]) }
    }

    /// Kafka's default (`auto.create.topics.enable`) would create it with the broker's number of partitions, not ours.
    @Test("A question about a topic that does not exist does not create it")
    func noTopicOnDemand() throws {
        let bus = try Bus()
        let missing = "\(bus.topic)-missing"
        #expect(throws: LogError.self) { try bus.cluster.watermarks(TopicPartition(missing, 0)) }
        #expect(throws: LogError.self) { try bus.cluster.partitionCount(of: missing) }
        let producer = try bus.cluster.makeProducer(name: "p")
        producer.prepare(topics: [missing])
        #expect(throws: LogError.self) {
            try producer.append([OutgoingRecord(topic: missing, partition: 0, key: nil, value: [1])], timeout: .seconds(1))
        }
        producer.close(flushTimeout: .milliseconds(1))
        #expect(try !bus.cluster.topics().contains(missing))
    }

    /// librdkafka remembers what it was asked before it had a connection. A gateway that started before all others did that, and its topics
    /// got the broker's number of partitions and one copy.
    @Test("A question about a missing topic, beside the first look at the cluster, does not create it")
    func noTopicOnDemandAtStart() throws {
        let bus = try Bus()
        for number in 0..<5 {
            let missing = "\(bus.topic)-missing-\(number)"
            let starting = KafkaCluster(bus.cluster.settings)
            let watching = BlockingThread(name: "watch") {
                for _ in 0..<20 { _ = try? starting.clusterID(timeout: .seconds(5)) }
            }
            #expect(throws: LogError.self) { try starting.watermarks(TopicPartition(missing, 0)) }
            watching.join()
            #expect(try !bus.cluster.topics().contains(missing))
        }
    }

    @Test("A topic that is named twice is made once")
    func twice() throws {
        let bus = try Bus()
        let name = "\(bus.topic)-twice"
        try bus.cluster.ensureTopics([TopicSpecification(name, partitions: 3), TopicSpecification(name, partitions: 5)])
        #expect(try bus.cluster.partitionCount(of: name) == 3)
    }

    @Test("A broker without CreateTopics makes topics when they are asked for by name")
    func withoutCreateTopics() throws {
        let mock = try InProcessCluster()
        let cluster = KafkaCluster(KafkaSettings(bootstrapServers: mock.bootstrapServers))
        try cluster.ensureTopics([TopicSpecification("a", partitions: 3), TopicSpecification("b", partitions: 1, compacted: true)])
        #expect(try Set(cluster.topics()).isSuperset(of: ["a", "b"]))
        let producer = try cluster.makeProducer(name: "p")
        _ = try producer.append([OutgoingRecord(topic: "a", partition: 0, key: nil, value: [1])], timeout: .seconds(10))
        producer.close(flushTimeout: .seconds(5))
    }

    @Test("A broker that refuses CreateTopics and makes topics on first use is good enough",
          .enabled(if: Bus.brokerIsOurs, "\(GivenBroker.notOurs)"))
    func refused() throws {
        let bus = try Bus()
        let names = ["\(bus.topic)-too-many", "\(bus.topic)-beside"]
        try bus.cluster.ensureTopics([TopicSpecification(names[0], partitions: 1001), TopicSpecification(names[1], partitions: 2)])
        #expect(try Set(bus.cluster.topics()).isSuperset(of: names))
        #expect(try bus.cluster.partitionCount(of: names[0]) < 1001)
    }

    @Test("A topic that does not come into being is named, with the broker's reason, at once when nothing can change it")
    func refusedForGood() throws {
        // What may change is waited for as long as that.
        let bus = try Bus { $0.requestTimeout = .seconds(60) }
        let started = ContinuousClock.now
        let error = #expect(throws: LogError.self) {
            try bus.cluster.ensureTopics(
                [TopicSpecification("\(bus.topic)-good", partitions: 1), TopicSpecification("no such name!", partitions: 1)])
        }
        #expect(error?.description.contains("missing topics: no such name!") == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("cannot create ") == true)
        #expect(.now - started < .seconds(40))
    }

    @Test("Watermarks are the first kept and the next offset")
    func watermarks() throws {
        let bus = try Bus(partitions: 2)
        try bus.append(["0", "1", "2"], partition: 1)
        #expect(try bus.cluster.watermarks(bus.partition(0)) == 0..<0)
        #expect(try bus.cluster.watermarks(bus.partition(1)) == 0..<3)
    }

    @Test("A time is found in a partition: the first record that is not older, or the end where all are (12.D4)")
    func offsetsByTime() throws {
        let bus = try Bus(partitions: 2)
        try bus.append(["0", "1", "2"], partition: 1)
        let reader = try bus.cluster.makeReader(name: "times", group: nil)
        defer { reader.close() }
        let queue = try reader.open(bus.partition(1), from: .beginning)
        var records: [IncomingRecord] = []
        while records.count < 3 { records += try queue.read(max: 10, wait: .seconds(1)) }
        let times = records.map(\.timestamp)
        func offset(_ time: Timestamp, _ partition: Int32 = 1) throws -> Int64 {
            try bus.cluster.offset(in: bus.partition(partition), notBefore: time)
        }
        #expect(try offset(times[0] - .hours(24)) == 0)
        #expect(try offset(times[2]) == Int64(times.firstIndex { $0 >= times[2] } ?? -1))
        #expect(try offset(times[2] + .seconds(1)) == 3)
        #expect(try offset(times[0], 0) == 0, "an empty partition")
    }

    @Test("Statistics reach the hook when they are asked for")
    func statistics() throws {
        let seen = Mutex<Set<String>>([])
        let bus = try Bus {
            $0.statisticsIntervalMilliseconds = 50
            $0.onStatistics = { client, json in
                if json.hasPrefix("{") { seen.withLock { _ = $0.insert(client) } }
            }
        }
        let producer = try bus.cluster.makeProducer(name: "counted")
        let reader = try bus.cluster.makeReader(name: "reader", group: nil)
        let partition = try reader.open(bus.partition(), from: .beginning)
        #expect(try eventually {
            _ = try partition.read(max: 1, wait: .milliseconds(50))
            return seen.withLock { $0.isSuperset(of: ["counted", "reader"]) }
        })
        producer.close(flushTimeout: .seconds(1))
        reader.close()
    }

    @Test("Statistics that the environment asks for count the requests of each client")
    func requests() throws {
        let settings = KafkaSettings(environment: ["KAFKA_STATISTICS_INTERVAL_MS": "50"])
        #expect(settings.statisticsIntervalMilliseconds == 50 && settings.onStatistics != nil)
        #expect(settings.properties.isEmpty, "librdkafka gets the interval once, from the setting")
        #expect(KafkaSettings(environment: ["KAFKA_STATISTICS_INTERVAL_MS": "0"]).onStatistics == nil)
        let seen = Mutex<[String: Int64]>([:])
        let count = RequestCount()
        let bus = try Bus {
            $0.statisticsIntervalMilliseconds = 50
            $0.onStatistics = { client, json in
                let added = count.take(json, of: client)
                if client == "counted" { seen.withLock { $0.merge(added) { $0 + $1 } } }
            }
        }
        let producer = try bus.cluster.makeProducer(name: "counted")
        for _ in 0..<3 {
            _ = try producer.append([OutgoingRecord(topic: bus.topic, partition: 0, key: nil, value: [1])], timeout: .seconds(10))
        }
        #expect(eventually { seen.withLock { $0["Produce"] == 3 } }, "each append waits for its answer")
        producer.close(flushTimeout: .seconds(1))
    }

    @Test("Requests are counted once, of a client that takes the place of another one too, and of broken statistics none")
    func requestsOnce() {
        let count = RequestCount()
        func json(_ name: String, _ produce: Int, _ fetch: Int) -> String {
            #"{"name":"\#(name)","ts":1,"brokers":{"a:1":{"req":{"Produce":\#(produce),"Fetch":0}},"#
                + #""b:2":{"req":{"Produce":1,"Fetch":\#(fetch)},"rtt":{"avg":3}}},"topics":{}}"#
        }
        #expect(count.take(json("c#1", 2, 5), of: "c") == ["Produce": 3, "Fetch": 5])
        #expect(count.take(json("c#1", 2, 5), of: "c") == [:])
        #expect(count.take(json("c#1", 4, 5), of: "c") == ["Produce": 2])
        #expect(count.take(json("c#2", 1, 0), of: "c") == ["Produce": 2])
        #expect(count.take("{", of: "c") == [:] && count.take("{}", of: "c") == [:])
    }

    @Test("A cluster that is not there is timedOut, and can be asked again")
    func nobodyThere() throws {
        var settings = KafkaSettings(bootstrapServers: "127.0.0.1:\(try EmbeddedBroker.freePort())")
        settings.requestTimeout = .milliseconds(200)
        let cluster = KafkaCluster(settings)
        let errors = [
            #expect(throws: LogError.self) { try cluster.clusterID(timeout: .milliseconds(200)) },
            #expect(throws: LogError.self) { try cluster.topics() },
            #expect(throws: LogError.self) { try cluster.ensureTopics([TopicSpecification("t", partitions: 1)]) },
            #expect(throws: LogError.self) { _ = try cluster.watermarks(TopicPartition("t", 0)) },
            #expect(throws: LogError.self) { try cluster.committedOffsets(group: "g", [TopicPartition("t", 0)]) },
        ]
        #expect(errors.map { $0?.kind } == Array(repeating: .timedOut, count: errors.count))
        #expect(errors.allSatisfy { $0?.isRetriable == true })
        #expect(!cluster.isEmbedded)
    }

    /// A broker that answers "not yet" at once is asked fifty times a second: a wait that doubled without end
    /// overflowed, and ended the process.
    @Test("A question that is repeated a thousand times waits a minute at most")
    func longestWait() {
        var wait = QuestionWait()
        #expect(wait.length == .seconds(1))
        for _ in 0..<1000 { wait.lengthen() }
        #expect(wait.length == QuestionWait.longest)
    }
}
