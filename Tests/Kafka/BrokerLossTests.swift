import Kafka
import Messaging
import Synchronization
import TestKit
import Testing

@Suite("A broker that is wiped and comes back empty", .serialized, .enabled(if: Bus.brokerIsOurs, "\(GivenBroker.notOurs)"))
struct BrokerLossTests {
    @Test("The new cluster has a new id, and asking again shows it")
    func clusterID() throws {
        let bus = try Bus()
        let before = try bus.cluster.clusterID(timeout: .seconds(10))
        #expect(try bus.cluster.clusterID(timeout: .seconds(10)) == before)
        #expect(bus.cluster.isEmbedded)
        bus.broker?.stop()
        let error = #expect(throws: LogError.self) { try bus.cluster.clusterID(timeout: .milliseconds(300)) }
        #expect(error?.kind == .timedOut)
        try bus.broker?.restartEmpty()
        #expect(try bus.cluster.clusterID(timeout: .seconds(10)) != before)
    }

    @Test("Producer and reader go on: the reader learns that its place is gone, then reads the new log")
    func producerAndReader() throws {
        let bus = try Bus()
        let producer = try bus.cluster.makeProducer(name: "p")
        let reader = try bus.cluster.makeReader(name: "r", group: "\(bus.topic).g")
        let partition = try reader.open(bus.partition(), from: .beginning)
        for round in 0..<3 {
            _ = try producer.append((0..<100).map { bus.record("\(round).\($0)") }, timeout: .seconds(20))
            #expect(try partition.read(count: 100).map(text) == (0..<100).map { "\(round).\($0)" })
            partition.commit(before: 100)
            try bus.broker?.restartEmpty()
            _ = try producer.append([bus.record("new")], timeout: .seconds(20))
            let error = #expect(throws: LogError.self) { try partition.read(count: 1) }
            #expect(error?.kind == .offsetOutOfRange)
            try partition.seek(to: .beginning)
            #expect(try partition.read(count: 1).map(text) == ["new"])
            partition.commit(before: 1)
            #expect(try eventually {
                _ = try partition.read(max: 1, wait: .milliseconds(20))
                return try bus.cluster.committedOffsets(group: "\(bus.topic).g", [bus.partition()]) == [bus.partition(): 1]
            })
            try bus.broker?.restartEmpty()
            try partition.seek(to: .beginning)
        }
        producer.close(flushTimeout: .seconds(5))
        reader.close()
    }

    @Test("A producer that outlived the loss and one that was made after it are told apart: nothing is taken for a repetition")
    func producerIDs() throws {
        let bus = try Bus(partitions: 2)
        let survivor = try bus.cluster.makeProducer(name: "survivor")
        _ = try survivor.append([bus.record("before", partition: 1)], timeout: .seconds(20))
        try bus.broker?.restartEmpty()
        _ = try survivor.append([bus.record("of the survivor")], timeout: .seconds(20))
        let young = try bus.cluster.makeProducer(name: "young")
        _ = try young.append([bus.record("of the young one")], timeout: .seconds(20))
        let reader = try bus.cluster.makeReader(name: "r", group: nil)
        #expect(try reader.open(bus.partition(), from: .beginning).read(count: 2).map(text) == ["of the survivor", "of the young one"])
        survivor.close(flushTimeout: .seconds(5))
        young.close(flushTimeout: .seconds(5))
        reader.close()
    }

    @Test("Records that were under way when the broker died are appended to the new one or reported")
    func underWay() throws {
        let bus = try Bus()
        let producer = try bus.cluster.makeProducer(name: "p")
        let reported = Atomic(0)
        func enqueue(_ numbers: Range<Int>) throws {
            for number in numbers { try producer.enqueue(bus.record("\(number)")) { _ in reported.add(1, ordering: .relaxed) } }
        }
        try enqueue(0..<2000)
        bus.broker?.kill()
        try enqueue(2000..<3000)
        try bus.broker?.restartEmpty()
        _ = try producer.append([bus.record("last")], timeout: .seconds(20))
        #expect(eventually { reported.load(ordering: .relaxed) == 3000 })
        let reader = try bus.cluster.makeReader(name: "r", group: nil)
        let partition = try reader.open(bus.partition(), from: .beginning)
        let count = Int(try bus.cluster.watermarks(bus.partition()).upperBound)
        let read = try partition.read(count: count).map(text)
        #expect(Set(read).isSuperset(of: (2000..<3000).map(String.init)))
        #expect(read.last == "last")
        producer.close(flushTimeout: .seconds(5))
        reader.close()
    }

    @Test("A fixed reader goes on after the loss, at the oldest record of the new log")
    func fixedReader() throws {
        let bus = try Bus()
        let reader = try bus.cluster.makeFixedReader(name: "m", group: "\(bus.topic).g", from: [bus.partition(): .beginning])
        try bus.append((0..<10).map(String.init))
        _ = try reader.read(count: 10)
        reader.commit(before: [bus.partition(): 10])
        try bus.broker?.restartEmpty()
        try bus.append(["new"])
        #expect(try reader.read(count: 1).map(text) == ["new"])
        reader.close()
    }

    @Test("""
        A question for the ends of a log ends in its time while the broker is frozen and after it died, and is answered when it is back \
        (12.E1)
        """,
          .timeLimit(.minutes(3)))
    func questions() throws {
        let bus = try Bus { $0.requestTimeout = .seconds(3) }
        try bus.append(["a", "b"])
        #expect(try bus.cluster.watermarks(bus.partition()) == 0..<2)
        func ask() -> (error: LogError?, took: Duration) {
            let started = ContinuousClock.now
            let error = #expect(throws: LogError.self) { try bus.cluster.watermarks(bus.partition()) }
            return (error, .now - started)
        }
        bus.broker?.pause()
        defer { bus.broker?.resume() }
        let frozen = ask()
        #expect(frozen.error?.kind == .timedOut && frozen.took < .seconds(30), "\(frozen)")
        bus.broker?.resume()
        #expect(try bus.cluster.watermarks(bus.partition()) == 0..<2)
        bus.broker?.kill()
        let dead = ask()
        #expect(dead.error?.kind == .timedOut && dead.took < .seconds(30), "\(dead)")
        try bus.broker?.restartEmpty()
        #expect(eventually { (try? bus.cluster.watermarks(bus.partition())) == 0..<0 })
    }

    @Test("With the broker gone a fixed reader closes, its last commit unanswered", .timeLimit(.minutes(3)), arguments: [true, false])
    func commitToNobody(hasCommittedBefore: Bool) throws {
        let bus = try Bus()
        let group = "\(bus.topic).g"
        let reader = try bus.cluster.makeFixedReader(name: "f", group: group, from: [bus.partition(): .beginning])
        try bus.append((0..<10).map(String.init))
        _ = try reader.read(count: 10)
        if hasCommittedBefore {
            reader.commit(before: [bus.partition(): 5])
            #expect(try eventually {
                _ = try reader.read(max: 1, wait: .milliseconds(20))
                return try bus.cluster.committedOffsets(group: group, [bus.partition()]) == [bus.partition(): 5]
            })
        }
        bus.broker?.kill()
        reader.commit(before: [bus.partition(): 10])
        reader.close()
    }

    @Test("With the broker gone a reader closes, its last commit unanswered", .timeLimit(.minutes(3)))
    func closeWithoutBroker() throws {
        let bus = try Bus()
        let reader = try bus.cluster.makeReader(name: "r", group: "\(bus.topic).g")
        let partition = try reader.open(bus.partition(), from: .beginning)
        try bus.append((0..<10).map(String.init))
        _ = try partition.read(count: 5)
        partition.commit(before: 5)
        #expect(try eventually {
            _ = try partition.read(max: 1, wait: .milliseconds(20))
            return try bus.cluster.committedOffsets(group: "\(bus.topic).g", [bus.partition()]) == [bus.partition(): 5]
        })
        bus.broker?.kill()
        partition.commit(before: 6)
        reader.close()
    }

    @Test("A topic that was created later works again when it was created again")
    func laterTopic() throws {
        let bus = try Bus()
        let topic = "\(bus.topic)-later"
        try bus.cluster.ensureTopics([TopicSpecification(topic, partitions: 4)])
        let producer = try bus.cluster.makeProducer(name: "p")
        let reader = try bus.cluster.makeReader(name: "r", group: nil)
        let partition = try reader.open(TopicPartition(topic, 0), from: .beginning)
        let record = OutgoingRecord(topic: topic, partition: 0, key: nil, value: [1])
        _ = try producer.append([record], timeout: .seconds(10))
        _ = try partition.read(count: 1)
        try bus.broker?.restartEmpty()
        try bus.cluster.ensureTopics([TopicSpecification(topic, partitions: 4)])
        _ = try producer.append([record, record], timeout: .seconds(20))
        let came = try eventually {
            do throws(LogError) {
                return try !partition.read(max: 1, wait: .milliseconds(100)).isEmpty
            } catch where error.kind == .offsetOutOfRange {
                try partition.seek(to: .beginning)
                return false
            }
        }
        #expect(came)
        producer.close(flushTimeout: .seconds(5))
        reader.close()
    }
}
