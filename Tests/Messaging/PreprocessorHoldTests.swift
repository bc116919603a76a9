import Contracts
import Foundation
import GRDB
import Kernel
import Logging
import Messaging
import ServiceKit
import Storage
import Synchronization
import TestKit
import Testing

@Suite("An intake while no loop may follow the cluster")
struct PreprocessorHoldTests {
    /// Counts the readers of partitions that were closed.
    private final class CountingReader: LogReader {
        let closed = Mutex(0)
        private let reader: any LogReader
        init(_ reader: any LogReader) { self.reader = reader }
        func open(_ partition: TopicPartition, from start: StartPosition) throws(LogError) -> any PartitionReader {
            OfPartition(reader: try reader.open(partition, from: start), owner: self)
        }
        func close() { reader.close() }

        private struct OfPartition: PartitionReader {
            let reader: any PartitionReader
            let owner: CountingReader
            var partition: TopicPartition { reader.partition }
            func read(max: Int, wait: Duration) throws(LogError) -> [IncomingRecord] { try reader.read(max: max, wait: wait) }
            func seek(to start: StartPosition) throws(LogError) { try reader.seek(to: start) }
            func commit(before offset: Int64) { reader.commit(before: offset) }
            func wake() { reader.wake() }
            func onNews(_ action: @escaping @Sendable () -> Void) { reader.onNews(action) }
            func close() {
                reader.close()
                owner.closed.withLock { $0 += 1 }
            }
        }
    }

    private static let workers = 2
    private static let count = 20

    @Test("Prepares nothing but what is in hand, and everything when the hold is over")
    func hold() throws {
        let folder = NSTemporaryDirectory() + "souk-intake-\(UUID().uuidString)", meeting = "hold-\(UUID().uuidString)"
        let log = InMemoryLog(partitions: ["bank.intake": 1, "bank.commands": 1, "gateway.replies": 1])
        let file = try ShardFile(path: folder + "/p0.sqlite", migrations: [])
        let stop = StopSignal(), watch = ClusterWatch(log, logger: LinesLog().logger)
        watch.refresh()
        try file.pool.write { db in
            try db.execute(sql: "INSERT INTO souk_tenant (tenant, definition, last_time) VALUES (?, ?, 0)",
                           arguments: ["souq", Data(try JSON.encode(MessagingFixture.tenant))])
        }
        let producer = try log.makeProducer(name: "test")
        // The first two wait for somebody, so both workers have work and more of it waits.
        _ = try producer.append((0..<Self.count).map { number in
            let body: JSONValue = ["meeting": .string(meeting), "waitsFor": .int(number < Self.workers ? 1 : 0)]
            return Envelope(id: "\(number)", type: SlowDeposit.type, source: "/test", time: .now(), tenant: "souq", correlationID: "c",
                            value: try JSON.encode(body))
                .record(for: "bank.intake")
        }, timeout: .seconds(5))
        let reader = CountingReader(try log.makeReader(name: "intake", group: nil))
        let intake = PreprocessorLoop(service: "bank", partition: 0, file: file, cluster: log, watch: watch, reader: reader,
                                producer: producer, table: Bank.handlerTable(),
                                secret: ServiceSecret(Array(repeating: 1, count: 32)), workers: Self.workers, clock: { .now() },
                                metrics: Metrics(), logger: LinesLog().logger, stop: stop)
        let loop = BlockingThread(name: "intake") { intake.run() }
        try until("both workers wait") { Meeting.named(meeting).waiting == Self.workers }
        watch.holdBack("another number of partitions")
        for _ in 0..<Self.workers { Meeting.named(meeting).arrive() }
        try until("the loop lets go of the partition") { reader.closed.withLock { $0 } == 1 }
        #expect(log.records(of: "bank.commands").count == Self.workers)
        watch.holdBack(nil)
        for _ in 0..<Self.workers { Meeting.named(meeting).arrive() }
        func ids() -> Set<String> {
            Set(log.records(of: "bank.commands").compactMap { $0.headers.first { $0.name == "ce_id" }?.value }
                .map { String(decoding: $0, as: UTF8.self) })
        }
        try until("all are prepared") { ids().count == Self.count }
        stop.raise()
        loop.join()
        reader.close()
        file.close()
        try? FileManager.default.removeItem(atPath: folder)
    }
}
