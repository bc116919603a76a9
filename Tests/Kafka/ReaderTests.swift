import CRdKafka
import Kafka
import Messaging
import Synchronization
import TestKit
import Testing

enum ReaderKind: CaseIterable {
    case usual, settled
    func reader(of bus: Bus, group: String?) throws -> any LogReader {
        switch self {
        case .usual: try bus.cluster.makeReader(name: "r", group: group)
        case .settled: try bus.cluster.makeSettledReader(name: "r", group: group)
        }
    }
}

@Suite("Reading", .serialized)
struct ReaderTests {
    @Test("A reader starts where it is told: beginning, offset, end; what it commits is told to its group", arguments: ReaderKind.allCases)
    func starts(_ kind: ReaderKind) throws {
        let bus = try Bus()
        try bus.append((0..<10).map(String.init))
        let reader = try kind.reader(of: bus, group: "\(bus.topic).starts")
        let whole = try reader.open(bus.partition(), from: .beginning)
        #expect(try whole.read(count: 10).count == 10)
        whole.close()
        let partition = try reader.open(bus.partition(), from: .offset(7))
        #expect(try partition.read(count: 3).map(text) == ["7", "8", "9"])
        try partition.seek(to: .end)
        try bus.append(["10"])
        #expect(try partition.read(count: 1).map(text) == ["10"])
        partition.commit(before: 9)
        #expect(try eventually {
            _ = try partition.read(max: 1, wait: .milliseconds(20))
            return try bus.cluster.committedOffsets(group: "\(bus.topic).starts", [bus.partition()]) == [bus.partition(): 9]
        })
        reader.close()
    }

    @Test("Seeking drops what was fetched from the old place", arguments: ReaderKind.allCases)
    func seek(_ kind: ReaderKind) throws {
        let bus = try Bus()
        try bus.append((0..<1000).map(String.init))
        let reader = try kind.reader(of: bus, group: nil)
        let partition = try reader.open(bus.partition(), from: .beginning)
        for start in [500, 3, 998, 0] {
            _ = try partition.read(count: 1)
            try partition.seek(to: .offset(Int64(start)))
            #expect(try partition.read(count: 1).map(\.offset) == [Int64(start)])
        }
        reader.close()
    }

    @Test("What comes after all was read is told, one time after the other, also from another place of the log")
    func news() throws {
        let bus = try Bus()
        let reader = try bus.cluster.makeReader(name: "r", group: nil), waiter = Waiter()
        let partition = try reader.open(bus.partition(), from: .beginning)
        partition.onNews { waiter.wake() }
        /// Reads when something is told, as those do who wait for several partitions.
        func told(_ count: Int) throws -> [String] {
            var texts: [String] = []
            repeat {
                while case let records = try partition.read(max: 2, wait: .zero), !records.isEmpty { texts += records.map(text) }
            } while texts.count < count && waiter.wait(.seconds(30))
            return texts
        }
        #expect(try told(0).isEmpty)
        for round in 0..<20 {
            let expected = (0..<(1 + round % 5)).map { "\(round)-\($0)" }
            try bus.append(expected)
            #expect(try told(expected.count) == expected)
        }
        try partition.seek(to: .offset(1))
        #expect(try told(3).first == "1-0")
        partition.close()
        reader.close()
    }

    @Test("Partitions of one reader have queues of their own", arguments: ReaderKind.allCases)
    func ownQueues(_ kind: ReaderKind) throws {
        let bus = try Bus(partitions: 2)
        let reader = try kind.reader(of: bus, group: nil)
        let zero = try reader.open(bus.partition(0), from: .beginning)
        let one = try reader.open(bus.partition(1), from: .beginning)
        try bus.append(["b"], partition: 1)
        try bus.append(["a"], partition: 0)
        #expect(try zero.read(count: 1).map(text) == ["a"])
        #expect(try one.read(count: 1).map(text) == ["b"])
        #expect(try zero.read(max: 10, wait: .zero).isEmpty)
        zero.close()
        try bus.append(["c"], partition: 1)
        #expect(try one.read(count: 1).map(text) == ["c"])
        #expect(throws: LogError.self) { try zero.read(max: 1, wait: .zero) }
        reader.close()
    }

    @Test("A position beyond the end is out of range, and a seek heals it")
    func beyondTheEnd() throws {
        let bus = try Bus()
        try bus.append(["0", "1"])
        let reader = try bus.cluster.makeReader(name: "r", group: nil)
        let partition = try reader.open(bus.partition(), from: .offset(50))
        let error = #expect(throws: LogError.self) { try partition.read(count: 1) }
        #expect(error?.kind == .offsetOutOfRange)
        try partition.seek(to: .beginning)
        #expect(try partition.read(count: 2).map(text) == ["0", "1"])
        reader.close()
    }

    @Test("A position that retention has passed is out of range", .enabled(if: Bus.brokerIsOurs, "\(GivenBroker.notOurs)"))
    func passedByRetention() throws {
        let bus = try Bus()
        let producer = try bus.cluster.makeProducer(name: "p")
        // The embedded broker keeps some megabytes of a partition.
        while try bus.cluster.watermarks(bus.partition()).lowerBound == 0 {
            let record = OutgoingRecord(topic: bus.topic, partition: 0, key: nil, value: Array(repeating: 7, count: 500_000))
            _ = try producer.append([record, record, record], timeout: .seconds(10))
        }
        producer.close(flushTimeout: .seconds(5))
        let reader = try bus.cluster.makeReader(name: "r", group: nil)
        let partition = try reader.open(bus.partition(), from: .offset(0))
        let error = #expect(throws: LogError.self) { try partition.read(count: 1) }
        #expect(error?.kind == .offsetOutOfRange)
        reader.close()
    }

    @Test("Waking returns a blocked read at once", arguments: ReaderKind.allCases)
    func wake(_ kind: ReaderKind) throws {
        let bus = try Bus()
        let reader = try kind.reader(of: bus, group: nil)
        let partition = try reader.open(bus.partition(), from: .beginning)
        let isReading = Atomic(false)
        let start = ContinuousClock.now
        let thread = try OwnThread(name: "waker") {
            _ = eventually { isReading.load(ordering: .relaxed) }
            partition.wake()
        }
        isReading.store(true, ordering: .relaxed)
        #expect(try partition.read(max: 1, wait: .seconds(60)).isEmpty)
        #expect(ContinuousClock.now - start < .seconds(50))
        thread.join()
        reader.close()
    }

    @Test("Closing ends a blocked read with closed", arguments: ReaderKind.allCases)
    func closeWhileReading(_ kind: ReaderKind) throws {
        let bus = try Bus()
        let reader = try kind.reader(of: bus, group: nil)
        let partition = try reader.open(bus.partition(), from: .beginning)
        let ended = Mutex<LogError?>(nil)
        let threads = try (0..<3).map { index in
            try OwnThread(name: "reader") {
                guard index == 0 else { return reader.close() }
                do throws(LogError) {
                    while true { _ = try partition.read(max: 10, wait: .seconds(15)) }
                } catch {
                    ended.withLock { $0 = error }
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(ended.withLock { $0?.kind } == .closed)
        #expect(throws: LogError.self) { try reader.open(bus.partition(), from: .beginning) }
    }

    /// The library begins the partitions of one assignment one after the other, and now and then its connection asks before it is
    /// through: hence the other readers.
    @Test("Partitions of a settled reader that are opened together do not wait for each other's fetches")
    func openedTogether() throws {
        let bus = try Bus(partitions: 3) { $0.settledFetchWaitMilliseconds = 120_000 }
        func readsAll(_ attempt: Int) throws -> Bool {
            let reader = try bus.cluster.makeSettledReader(name: "r", group: nil)
            defer { reader.close() }
            let partitions = try (0..<3).map { try reader.open(bus.partition(Int32($0)), from: .end) }
            return try partitions.enumerated().reversed().allSatisfy { number, partition in
                try bus.append(["\(attempt)/\(number)"], partition: Int32(number))
                return try partition.read(max: 1, wait: .seconds(5)).map(text) == ["\(attempt)/\(number)"]
            }
        }
        #expect(try (0..<10).contains { try readsAll($0) })
    }

    @Test("A foreign record of 10 MB is read, and so is what comes after it", .enabled(if: Bus.brokerIsOurs, "\(GivenBroker.notOurs)"))
    func largeForeignRecord() throws {
        let bus = try Bus(keepMegabytes: 32) { $0.recordMaxBytes = 12_000_000 }
        let producer = try bus.cluster.makeProducer(name: "foreign")
        let large = OutgoingRecord(topic: bus.topic, partition: 0, key: nil, value: Array(repeating: 9, count: 10_000_000))
        _ = try producer.append([bus.record("before"), large, bus.record("after")], timeout: .seconds(20))
        producer.close(flushTimeout: .seconds(5))
        let reader = try KafkaCluster(KafkaSettings(bootstrapServers: bus.cluster.settings.bootstrapServers))
            .makeReader(name: "r", group: nil)
        let read = try reader.open(bus.partition(), from: .beginning).read(count: 3)
        #expect(read.map { $0.value?.count } == [6, 10_000_000, 5])
        reader.close()
    }

    @Test("Commits are held together, the last one wins, and closing sends it")
    func commits() throws {
        let bus = try Bus()
        try bus.append((0..<500).map(String.init))
        let group = "\(bus.topic).commits"
        let reader = try bus.cluster.makeReader(name: "r", group: group)
        let partition = try reader.open(bus.partition(), from: .beginning)
        _ = try partition.read(count: 500)
        for offset in 1...400 { partition.commit(before: Int64(offset)) }
        #expect(try eventually {
            _ = try partition.read(max: 1, wait: .milliseconds(20))
            return try bus.cluster.committedOffsets(group: group, [bus.partition()]) == [bus.partition(): 400]
        })
        partition.commit(before: 450)
        partition.commit(before: 500)
        reader.close()
        #expect(try eventually { try bus.cluster.committedOffsets(group: group, [bus.partition()]) == [bus.partition(): 500] })
        #expect(try bus.cluster.committedOffsets(group: "nobody", [bus.partition()]) == [:])
    }
}
