// Long: one suite with the helpers that all of its tests use.
import CRdKafka
import Dispatch
import Kafka
import Messaging
import Synchronization
import TestKit
import Testing

@Suite("Appending", .serialized)
struct ProducerTests {
    @Test("Records of one partition keep their order")
    func order() throws {
        let bus = try Bus(partitions: 3)
        let producer = try bus.cluster.makeProducer(name: "p")
        let records = (0..<3000).map { bus.record("\($0)", partition: Int32($0 % 3)) }
        let positions = try producer.append(records, timeout: .seconds(20))
        #expect(positions.filter { $0.partition == 1 }.map(\.offset) == Array(0..<1000))
        producer.close(flushTimeout: .seconds(5))
        let reader = try bus.cluster.makeReader(name: "r", group: nil)
        for partition in Int32(0)..<3 {
            let read = try reader.open(bus.partition(partition), from: .beginning).read(count: 1000)
            #expect(read.map(text) == (0..<3000).filter { $0 % 3 == Int(partition) }.map(String.init))
            #expect(read.map(\.offset) == Array(0..<1000))
        }
        reader.close()
    }

    // Hashes from Kafka's own UtilsTest.
    @Test("A key goes to the partition the Java client gives it", arguments: [("21", -973_932_308 as Int32), ("foobar", -790_332_482)])
    func keyHash(key: String, murmur2: Int32) throws {
        let bus = try Bus(partitions: 7)
        let producer = try bus.cluster.makeProducer(name: "p")
        let position = try producer.append([bus.record("x", partition: nil, key: key)], timeout: .seconds(10))
        #expect(position.map(\.partition) == [(murmur2 & 0x7FFF_FFFF) % 7])
        producer.close(flushTimeout: .seconds(5))
    }

    @Test("Null value, empty value, null key, and headers with null values and repeated names come back as they were")
    func nullsAndHeaders() throws {
        let bus = try Bus()
        let producer = try bus.cluster.makeProducer(name: "p")
        let headers = [
            RecordHeader("a", "1"), RecordHeader("a", "2"), RecordHeader("none", nil as [UInt8]?), RecordHeader("empty", []),
            RecordHeader("ü", [0, 255]),
        ]
        _ = try producer.append([
            OutgoingRecord(topic: bus.topic, partition: 0, key: [1], value: nil, headers: headers),
            OutgoingRecord(topic: bus.topic, partition: 0, key: nil, value: []),
            OutgoingRecord(topic: bus.topic, partition: 0, key: [], value: [0]),
        ], timeout: .seconds(10))
        producer.close(flushTimeout: .seconds(5))
        let reader = try bus.cluster.makeReader(name: "r", group: nil)
        let read = try reader.open(bus.partition(), from: .beginning).read(count: 3)
        #expect(read.map(\.value) == [nil, [], [0]])
        #expect(read.map(\.key) == [[1], nil, []])
        #expect(read[0].headers == headers)
        #expect(read[1].headers == [])
        #expect(read[0].timestamp.secondsSinceEpoch > 1_600_000_000)
        reader.close()
    }

    @Test("A delivery is reported once, with the record's place")
    func delivery() async throws {
        let bus = try Bus()
        let producer = try bus.cluster.makeProducer(name: "p")
        for offset in 0..<3 {
            let position = try await producer.appendAsync(bus.record("x"))
            #expect(position == RecordPosition(partition: 0, offset: Int64(offset)))
        }
        // The library lowers its count after the report: a moment later, not before.
        #expect(eventually { producer.inFlight == 0 })
        producer.close(flushTimeout: .seconds(5))
    }

    @Test("An append that nobody acknowledges fails with timedOut, and its records come once the broker answers again",
          .enabled(if: Bus.brokerIsOurs, "\(GivenBroker.notOurs)"))
    func noAcknowledgement() throws {
        let bus = try Bus()
        let producer = try bus.cluster.makeProducer(name: "p")
        _ = try producer.append([bus.record("before")], timeout: .seconds(10))
        bus.broker?.pause()
        let error = #expect(throws: LogError.self) { try producer.append([bus.record("during")], timeout: .milliseconds(300)) }
        #expect(error?.kind == .timedOut)
        #expect(error?.isRetriable == true)
        #expect(producer.inFlight == 1)
        bus.broker?.resume()
        let reader = try bus.cluster.makeReader(name: "r", group: nil)
        #expect(try reader.open(bus.partition(), from: .beginning).read(count: 2).map(text) == ["before", "during"])
        producer.close(flushTimeout: .seconds(5))
        reader.close()
    }

    @Test("An outage of the broker loses nothing and keeps the order")
    func outage() throws {
        let mock = try InProcessCluster()
        mock.makeTopic("t", partitions: 1)
        let cluster = KafkaCluster(KafkaSettings(bootstrapServers: mock.bootstrapServers))
        let producer = try cluster.makeProducer(name: "p")
        let failures = Mutex<[LogError]>([])
        func enqueue(_ numbers: Range<Int>) throws {
            for number in numbers {
                try producer.enqueue(OutgoingRecord(topic: "t", partition: 0, key: nil, value: Array("\(number)".utf8))) { result in
                    if case .failure(let error) = result { failures.withLock { $0.append(error) } }
                }
            }
        }
        try enqueue(0..<500)
        mock.goDown()
        try enqueue(500..<1000)
        mock.comeUp()
        try enqueue(1000..<1500)
        mock.failNextProduces(
            [RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS, RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT, RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION])
        try enqueue(1500..<2000)
        producer.close(flushTimeout: .seconds(20))
        #expect(failures.withLock { $0.map(\.description) } == [])
        let reader = try cluster.makeReader(name: "r", group: nil)
        let read = try reader.open(TopicPartition("t", 0), from: .beginning).read(count: 2000)
        #expect(read.map(text) == (0..<2000).map(String.init))
        reader.close()
    }

    @Test("A full queue is reported to the caller who enqueues, and waited for by the one who appends",
          .enabled(if: Bus.brokerIsOurs, "\(GivenBroker.notOurs)"))
    func queueFull() throws {
        let bus = try Bus { $0.producerQueueMaxRecords = 10 }
        let producer = try bus.cluster.makeProducer(name: "p")
        bus.broker?.pause()
        let error = #expect(throws: LogError.self) { for _ in 0..<11 { try producer.enqueue(bus.record("x")) } }
        #expect(error?.kind == .queueFull)
        #expect(error?.isRetriable == true)
        #expect(throws: LogError.self) { try producer.append([bus.record("y")], timeout: .milliseconds(100)) }
        bus.broker?.resume()
        let positions = try producer.append((0..<100).map { bus.record("\($0)") }, timeout: .seconds(20))
        #expect(positions.count == 100)
        producer.close(flushTimeout: .seconds(5))
    }

    @Test("A record larger than the limit is refused; one of 1.5 MB is not")
    func sizes() throws {
        let bus = try Bus()
        let producer = try bus.cluster.makeProducer(name: "p")
        let error = #expect(throws: LogError.self) {
            try producer.append([OutgoingRecord(topic: bus.topic, partition: 0, key: nil, value: Array(repeating: 1, count: 3_000_000))],
                                timeout: .seconds(10))
        }
        #expect(error?.kind == .recordTooLarge)
        #expect(error?.isRetriable == false)
        _ = try producer.append([OutgoingRecord(topic: bus.topic, partition: 0, key: nil, value: Array(repeating: 1, count: 1_500_000))],
                                timeout: .seconds(10))
        producer.close(flushTimeout: .seconds(5))
    }

    @Test("A producer that broke is replaced: later records go out")
    func replacement() throws {
        let bus = try Bus()
        let producer = try #require(try bus.cluster.makeProducer(name: "p") as? KafkaProducer)
        _ = try producer.append([bus.record("1")], timeout: .seconds(10))
        try producer.breakClient()
        _ = try producer.append([bus.record("2")], timeout: .seconds(10))
        producer.close(flushTimeout: .seconds(5))
        #expect(try bus.cluster.watermarks(bus.partition()) == 0..<2)
    }

    @Test("A record meant for one client is not taken by the next")
    func generations() throws {
        let bus = try Bus()
        let producer = try bus.cluster.makeProducer(name: "p")
        let first = producer.generation
        try producer.enqueue(bus.record("1"), in: first, onDelivery: nil)
        producer.startAnew()
        #expect(producer.generation == first + 1)
        #expect { try producer.enqueue(bus.record("2"), in: first, onDelivery: nil) } throws: { ($0 as? LogError)?.kind == .abandoned }
        try producer.enqueue(bus.record("3"), in: first + 1, onDelivery: nil)
        producer.close(flushTimeout: .seconds(5))
    }

    @Test("A producer that starts anew says what was in flight, and goes on", .enabled(if: Bus.brokerIsOurs, "\(GivenBroker.notOurs)"))
    func startsAnew() throws {
        let bus = try Bus()
        let producer = try bus.cluster.makeProducer(name: "p")
        _ = try producer.append([bus.record("1")], timeout: .seconds(10))
        bus.broker?.pause()
        let reports = Mutex<[Result<RecordPosition, LogError>]>([])
        try producer.enqueue(bus.record("2")) { result in reports.withLock { $0.append(result) } }
        producer.startAnew()
        #expect(eventually { !reports.withLock { $0.isEmpty } })
        #expect(reports.withLock { $0.map { (try? $0.get()) == nil } } == [true])
        bus.broker?.resume()
        _ = try producer.append([bus.record("3")], timeout: .seconds(10))
        // The second had left for the broker, or not: whoever sent it sends it again.
        let end = try bus.cluster.watermarks(bus.partition()).upperBound
        let reader = try bus.cluster.makeReader(name: "r", group: nil)
        #expect(try reader.open(bus.partition(), from: .beginning).read(count: Int(end)).map(text).filter { $0 != "2" } == ["1", "3"])
        producer.close(flushTimeout: .seconds(5))
        reader.close()
    }

    @Test("A producer that starts anew while many append reports on every record")
    func startsAnewUnderLoad() throws {
        let bus = try Bus()
        let producer = try bus.cluster.makeProducer(name: "p")
        let reports = Atomic(0), isDone = Atomic(false)
        let renewing = try OwnThread(name: "renewing") {
            while !isDone.load(ordering: .relaxed) { producer.startAnew() }
        }
        for number in 0..<2000 { try producer.enqueue(bus.record("\(number)")) { _ in reports.add(1, ordering: .relaxed) } }
        isDone.store(true, ordering: .relaxed)
        renewing.join()
        #expect(eventually { reports.load(ordering: .relaxed) == 2000 })
        producer.close(flushTimeout: .seconds(5))
    }

    @Test("A client that stands still although brokers answer gets a successor, and what it held is reported (12.A4)")
    func stall() throws {
        let mock = try InProcessCluster()
        mock.makeTopic("t", partitions: 1)
        var settings = KafkaSettings(bootstrapServers: mock.bootstrapServers)
        settings.stallTimeout = .milliseconds(300)
        let producer = try KafkaCluster(settings).makeProducer(name: "p")
        let record = OutgoingRecord(topic: "t", partition: 0, key: nil, value: [1])
        _ = try producer.append([record], timeout: .seconds(10))
        mock.failNextProduces(Array(repeating: RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS, count: 100_000))
        #expect { try producer.append([record], timeout: .seconds(30)) } throws: { ($0 as? LogError)?.kind == .abandoned }
        mock.failNoMore()
        _ = try producer.append([record], timeout: .seconds(10))
        producer.close(flushTimeout: .seconds(5))
    }

    @Test("Nothing in flight, an acknowledgement and brokers that are away are no stall; without success the next one takes longer")
    func stallWatch() {
        var watch = StallWatch(timeout: .seconds(12))
        let start = ContinuousClock.now
        func isStalled(after seconds: Int, records: Bool = true, acknowledged: Int = 0) -> Bool {
            watch.isStalled(hasRecords: records, acknowledged: acknowledged, at: start + .seconds(seconds))
        }
        #expect(!isStalled(after: 0) && !isStalled(after: 11) && isStalled(after: 12))
        #expect(watch.next.timeout == .seconds(24))
        watch.excuse()
        #expect(!isStalled(after: 13) && !isStalled(after: 24) && isStalled(after: 25))
        #expect(!isStalled(after: 26, acknowledged: 1) && !isStalled(after: 37, acknowledged: 1))
        #expect(!isStalled(after: 38, records: false, acknowledged: 1) && !isStalled(after: 49, acknowledged: 1))
        #expect(isStalled(after: 61, acknowledged: 1) && watch.next.timeout == .seconds(12))
        #expect((0..<9).reduce(StallWatch(timeout: .seconds(12))) { watch, _ in watch.next }.timeout == .seconds(120))
    }

    @Test("A topic that brokers refuse for good is named with the reason, until some time after the last refusal")
    func refusals() throws {
        let mock = try InProcessCluster()
        mock.makeTopic("open", partitions: 1)
        mock.makeTopic("closed", partitions: 1)
        let producer = try KafkaCluster(KafkaSettings(bootstrapServers: mock.bootstrapServers)).makeProducer(name: "p")
        func append(_ topic: String) throws {
            _ = try producer.append([OutgoingRecord(topic: topic, partition: 0, key: nil, value: [1])], timeout: .seconds(10))
        }
        try append("open")
        #expect(producer.refusedTopics.isEmpty)
        mock.failNextProduces([RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED])
        #expect(throws: LogError.self) { try append("closed") }
        #expect(producer.refusedTopics.keys.sorted() == ["closed"]
            && producer.refusedTopics["closed"]?.contains("TOPIC_AUTHORIZATION_FAILED") ?? false)
        producer.close(flushTimeout: .seconds(1))

        let refusals = TopicRefusals(), now = ContinuousClock.now
        let refusal = LogError(kind: .other, isRetriable: false, description: "no")
        #expect(refusals.note("a", refusal, at: now) && !refusals.note("a", refusal, at: now + .seconds(10)))
        #expect(!refusals.note("b", LogError(kind: .timedOut, isRetriable: true, description: "late"), at: now))
        #expect(refusals.current(at: now + .seconds(20)) == ["a": "no"] && refusals.current(at: now + .seconds(30)).isEmpty)
    }

    @Test("Closing sends what is in flight, may be done by many at once, and later calls say closed")
    func concurrentClose() throws {
        let bus = try Bus()
        let producer = try bus.cluster.makeProducer(name: "p")
        let reports = Atomic(0)
        for number in 0..<1000 {
            try producer.enqueue(bus.record("\(number)")) { result in
                if case .success = result { reports.add(1, ordering: .relaxed) }
            }
        }
        let threads = try (0..<4).map { _ in try OwnThread(name: "closer") { producer.close(flushTimeout: .seconds(10)) } }
        for thread in threads { thread.join() }
        #expect(reports.load(ordering: .relaxed) == 1000)
        let error = #expect(throws: LogError.self) { try producer.enqueue(bus.record("late")) }
        #expect(error?.kind == .closed)
        producer.close(flushTimeout: .seconds(1))
        #expect(try bus.cluster.watermarks(bus.partition()) == 0..<1000)
    }

    @Test("Closing reports what could not be sent", .enabled(if: Bus.brokerIsOurs, "\(GivenBroker.notOurs)"))
    func closeWithoutBroker() throws {
        let bus = try Bus()
        let producer = try bus.cluster.makeProducer(name: "p")
        bus.broker?.pause()
        let failures = Mutex<[LogError]>([])
        try producer.enqueue(bus.record("x")) { result in
            if case .failure(let error) = result { failures.withLock { $0.append(error) } }
        }
        producer.close(flushTimeout: .milliseconds(100))
        #expect(failures.withLock { $0.map(\.isRetriable) } == [true])
        bus.broker?.resume()
    }

    @Test("A patient producer gives nothing up while its broker is away: what was said first arrives first (12.B6, E8)",
          .enabled(if: Bus.brokerIsOurs, "\(GivenBroker.notOurs)"))
    func patience() throws {
        let bus = try Bus { $0.deliveryTimeout = .seconds(3) }
        let usual = try bus.cluster.makeProducer(name: "usual"), patient = try bus.cluster.makePatientProducer(name: "patient")
        defer {
            usual.close(flushTimeout: .zero)
            patient.close(flushTimeout: .zero)
        }
        _ = try patient.append([bus.record("0")], timeout: .seconds(20))
        _ = try usual.append([bus.record("usual")], timeout: .seconds(20))
        bus.broker?.pause()
        let failures = Mutex<[LogError]>([]), lost = DispatchSemaphore(value: 0)
        for number in 1...20 {
            try patient.enqueue(bus.record(String(number))) { if case .failure(let error) = $0 { failures.withLock { $0.append(error) } } }
        }
        try usual.enqueue(bus.record("given up")) { if case .failure = $0 { lost.signal() } }
        #expect(lost.wait(timeout: .now() + 20) == .success, "the time in which deliveries fail is over")
        bus.broker?.resume()
        _ = try patient.append((21...40).map { bus.record(String($0)) }, timeout: .seconds(20))
        #expect(failures.withLock { $0 }.isEmpty)
        let reader = try bus.cluster.makeReader(name: "r", group: nil)
        defer { reader.close() }
        let partition = try reader.open(bus.partition(), from: .beginning)
        var values: [String] = []
        while values.last != "40" {
            values += try partition.read(max: 100, wait: .seconds(1)).map { String(decoding: $0.value ?? [], as: UTF8.self) }
        }
        #expect(values.filter { Int($0) != nil } == (0...40).map(String.init))
    }

    @Test("The broker says when it took a record, whatever its producer's clock says (12.B5)")
    func logTime() throws {
        let bus = try Bus { $0.properties["check.crcs"] = "true" }
        let topic = bus.topic + "-timed"
        try bus.cluster.ensureTopics([TopicSpecification(topic, partitions: 1, hasLogTime: true)])
        let producer = try bus.cluster.makeProducer(name: "p")
        defer { producer.close(flushTimeout: .seconds(5)) }
        for count in [1, 300] {
            _ = try producer.append((0..<count).map { OutgoingRecord(topic: topic, key: nil, value: Array(repeating: 7, count: $0)) },
                                    timeout: .seconds(20))
        }
        let reader = try bus.cluster.makeReader(name: "r", group: nil)
        defer { reader.close() }
        let partition = try reader.open(TopicPartition(topic, 0), from: .beginning)
        var records: [IncomingRecord] = []
        while records.count < 301 { records += try partition.read(max: 1000, wait: .seconds(1)) }
        #expect(!records.contains { !$0.isLogTime })
        #expect(records.map { $0.value?.count } == [0] + (0..<300).map { $0 })
    }
}
