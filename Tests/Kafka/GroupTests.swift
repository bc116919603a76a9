import Kafka
import Messaging
import Synchronization
import TestKit
import Testing

@Suite("Sharing the work of a group", .serialized)
struct GroupTests {
    /// Reads and commits on a thread of its own until told to leave.
    private final class Member: Sendable {
        private let isLeaving = Atomic(false)
        private let reader: any LogGroupReader
        private let seen: SeenRecords

        init(_ bus: Bus, _ group: String, _ seen: SeenRecords) throws {
            reader = try bus.cluster.makeGroupReader(name: "m", group: group, topics: [bus.topic])
            self.seen = seen
        }

        func run() {
            while !isLeaving.load(ordering: .relaxed) {
                do throws(LogError) {
                    let records = try reader.read(max: 50, wait: .milliseconds(100))
                    seen.add(records, by: ObjectIdentifier(self))
                    try reader.commit(after: records)
                } catch {
                    seen.failed(error)
                }
            }
            reader.close()
        }
        func leave() { isLeaving.store(true, ordering: .relaxed) }
    }

    private final class SeenRecords: Sendable {
        private let state = Mutex<(values: [String: Int], partitions: [ObjectIdentifier: Set<Int32>], errors: [LogError])>(([:], [:], []))
        func add(_ records: [IncomingRecord], by member: ObjectIdentifier) {
            state.withLock { state in
                for record in records {
                    state.values[text(record), default: 0] += 1
                    state.partitions[member, default: []].insert(record.partition)
                }
            }
        }
        func failed(_ error: LogError) { state.withLock { $0.errors.append(error) } }
        var count: Int { state.withLock { $0.values.count } }
        var errors: [String] { state.withLock { $0.errors.map(\.description) } }
        func partitions(of member: AnyObject) -> Set<Int32> { state.withLock { $0.partitions[ObjectIdentifier(member)] ?? [] } }
    }

    @Test("Two members share the partitions; when one leaves the other takes over and nothing is lost")
    func handOver() throws {
        let bus = try Bus(partitions: 4)
        let producer = try bus.cluster.makeProducer(name: "p")
        let seen = SeenRecords()
        let members = try (0..<2).map { _ in try Member(bus, "\(bus.topic).group", seen) }
        let threads = try members.map { member in try OwnThread(name: "member") { member.run() } }
        var sent = 0
        func send() throws {
            _ = try producer.append((0..<40).map { bus.record("\(sent + $0)", partition: Int32($0 % 4)) }, timeout: .seconds(10))
            sent += 40
        }
        // Until both have got something: the group is balanced.
        #expect(try eventually { try send(); return members.allSatisfy { !seen.partitions(of: $0).isEmpty } })
        members[0].leave()
        threads[0].join()
        try send()
        #expect(eventually { seen.count == sent })
        #expect(try eventually { try send(); return seen.partitions(of: members[1]) == [0, 1, 2, 3] })
        #expect(eventually { seen.count == sent })
        members[1].leave()
        threads[1].join()
        #expect(seen.errors == [])
        let committed = try bus.cluster.committedOffsets(group: "\(bus.topic).group", (0..<4).map { bus.partition($0) })
        #expect(committed.values.reduce(0, +) == Int64(sent))
        producer.close(flushTimeout: .seconds(5))
    }

    @Test("A member that closes makes room at once: its successor does not wait for the session to end")
    func leaving() throws {
        let bus = try Bus { $0.groupSessionTimeoutMilliseconds = 30_000 }
        try bus.append(["0"])
        let group = "\(bus.topic).group"
        for _ in 0..<3 {
            let member = try bus.cluster.makeGroupReader(name: "m", group: group, topics: [bus.topic])
            #expect(try member.read(count: 1).map(text) == ["0"])
            member.close()
        }
    }

    @Test("A reader of fixed partitions goes on at the group's committed offsets and is no member")
    func fixedPartitions() throws {
        let bus = try Bus(partitions: 2)
        try bus.append(["a", "b"], partition: 0)
        try bus.append(["c"], partition: 1)
        let group = "\(bus.topic).fixed"
        let first = try bus.cluster.makeFixedReader(name: "a", group: group, partitions: [bus.partition(0)])
        try first.commit(after: Array(try first.read(count: 2).prefix(1)))
        // Two at once: nobody balances them.
        let second = try bus.cluster.makeFixedReader(name: "b", group: group, partitions: [bus.partition(0), bus.partition(1)])
        #expect(Set(try second.read(count: 2).map(text)) == ["b", "c"])
        try first.seek(bus.partition(0), to: .beginning)
        #expect(try first.read(count: 2).map(text) == ["a", "b"])
        first.close()
        second.close()
    }

    @Test("Records that were not committed come again to the next member")
    func atLeastOnce() throws {
        let bus = try Bus()
        try bus.append(["0", "1", "2", "3"])
        let group = "\(bus.topic).group"
        let first = try bus.cluster.makeGroupReader(name: "a", group: group, topics: [bus.topic])
        let read = try first.read(count: 4)
        try first.commit(after: Array(read.prefix(2)))
        first.close()
        let second = try bus.cluster.makeGroupReader(name: "b", group: group, topics: [bus.topic])
        #expect(try second.read(count: 2).map(text) == ["2", "3"])
        try second.seek(bus.partition(), to: .offset(1))
        #expect(try second.read(count: 3).map(text) == ["1", "2", "3"])
        second.close()
        #expect(throws: LogError.self) { try second.read(max: 1, wait: .zero) }
    }
}

extension LogGroupReader {
    func read(count: Int) throws -> [IncomingRecord] {
        var records: [IncomingRecord] = []
        let deadline = ContinuousClock.now + .seconds(20)
        while records.count < count {
            guard .now < deadline else { throw NotInTime(what: "\(records.count) of \(count) records") }
            records += try read(max: count - records.count, wait: .milliseconds(200))
        }
        return records
    }
}
