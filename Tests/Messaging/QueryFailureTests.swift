import Contracts
import Foundation
import Kernel
import Messaging
import ServiceKit
import Storage
import TestKit
import Testing

@Suite("Queries of a file that fails")
struct QueryFailureTests {
    @Test("A query that meets a failing disk is answered 503 with a time to try again, and counts as no defect")
    func disk() throws {
        let fixture = try MessagingFixture(.inMemory)
        defer { fixture.close() }
        let answer = try fixture.client.ask(Unreadable.type)
        #expect(answer.status == 503 && answer.body["slug"] == "service-unavailable", "\(answer)")
        #expect(answer.body["retryAfterSeconds"] == 5, "\(answer)")
        #expect(try fixture.client.ask(Balance.type, ["account": "a"]).body == ["balance": 0])
        #expect(try fixture.bank.count(of: "souk_queries_failed_total") == 0)
    }

    @Test("Without a snapshot of the file every query is answered 503 at once")
    func snapshot() throws {
        let folder = NSTemporaryDirectory() + "souk-query-failure-\(UUID().uuidString)"
        let log = InMemoryLog(partitions: MessagingFixture.topics), lines = LinesLog()
        let file = try ShardFile(path: folder + "/p0.sqlite", migrations: Bank.contents.migrations)
        file.close()
        let watch = ClusterWatch(log, logger: lines.logger), stop = StopSignal()
        watch.refresh()
        let queries = QueryLoop(service: Bank.name, partition: 0, file: file, watch: watch,
                                reader: try log.makeReader(name: "test", group: nil), producer: try log.makeProducer(name: "test"),
                                table: Bank.handlerTable(), secret: ServiceSecret(Array(repeating: 7, count: 32)),
                                clock: { .now() }, metrics: Metrics(), logger: lines.logger, stop: stop)
        let thread = BlockingThread(name: "queries") { queries.run() }
        let client = try LogClient(log, tenant: "souq")
        defer {
            stop.raise()
            thread.join()
            client.close()
            try? FileManager.default.removeItem(atPath: folder)
        }
        let answer = try client.ask(Balance.type, ["account": "a"])
        #expect(answer.status == 503 && answer.body["retryAfterSeconds"] == 5, "\(answer)")
    }
}
