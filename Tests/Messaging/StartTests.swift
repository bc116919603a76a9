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

@Suite("Starting, and being ready", .serialized)
struct StartTests {
    private static let broken = LogError(kind: .other, isRetriable: false, description: "broken on purpose")

    @Test("A service that cannot tell the platform of itself yet is not ready, and is once it can")
    func unpublished() throws {
        let log = InMemoryLog(partitions: MessagingFixture.topics)
        log.refuse(Topics.manifests, with: Self.broken)
        let directory = NSTemporaryDirectory() + "souk-start-\(UUID().uuidString)"
        let client = try LogClient(log, tenant: "souq")
        let bank = try ServiceRuntime<Bank>(settings: MessagingFixture.settings(directory)) { _ in log }
        bank.begin()
        defer {
            client.close()
            bank.end()
            try? FileManager.default.removeItem(atPath: directory)
        }
        try client.applyTenant(MessagingFixture.tenant)
        try client.eventually(Balance.type, ["account": "-"]) { $0["balance"] != nil }
        #expect(!bank.isReady)
        log.refuse(Topics.manifests, with: nil)
        try until("ready") { bank.isReady }
        #expect(log.records(of: Topics.manifests).count == 1)
    }

    @Test("""
        A service with wrong broker settings lives, says what is wrong each time it is asked and logs it once, and starts when it is \
        mended (12.A5)
        """)
    func wrongSettings() throws {
        let log = InMemoryLog(partitions: MessagingFixture.topics)
        log.misconfigure(
            LogError(kind: .other, isRetriable: false, description: "the settings for the broker at b:9093 are wrong: KAFKA_SASL_PASSWORD"))
        let lines = LinesLog()
        let watch = ClusterWatch(log, logger: lines.logger)
        for _ in 0..<20 { watch.refresh() }
        #expect(lines.all == ["warning cluster does not answer: the settings for the broker at b:9093 are wrong: KAFKA_SASL_PASSWORD"])
        let directory = NSTemporaryDirectory() + "souk-start-\(UUID().uuidString)"
        let bank = try ServiceRuntime<Bank>(settings: MessagingFixture.settings(directory)) { _ in log }
        bank.begin()
        defer {
            bank.end()
            try? FileManager.default.removeItem(atPath: directory)
        }
        try until("it says so") { bank.missing.contains { $0.contains("b:9093") && $0.contains("KAFKA_SASL_PASSWORD") } }
        log.misconfigure(nil)
        try until("ready") { bank.isReady }
    }

    @Test("A start that failed at one shard goes on with it, and does not meet its own lock at the others")
    func half() throws {
        let log = InMemoryLog(partitions: MessagingFixture.topics.mapValues { $0 * 2 })
        let directory = NSTemporaryDirectory() + "souk-start-\(UUID().uuidString)"
        // Where the second file belongs lies a folder.
        let second = directory + "/bank/p1.sqlite"
        try FileManager.default.createDirectory(atPath: second, withIntermediateDirectories: true)
        let bank = try ServiceRuntime<Bank>(settings: MessagingFixture.settings(directory)) { _ in log }
        bank.begin()
        defer {
            bank.end()
            try? FileManager.default.removeItem(atPath: directory)
        }
        try until("the second file was tried and let go") {
            let lock = open(second + ".lock", O_RDWR | O_CLOEXEC)
            guard lock >= 0 else { return false }
            defer { close(lock) }
            return flock(lock, LOCK_EX | LOCK_NB) == 0
        }
        #expect(!bank.isReady)
        try FileManager.default.removeItem(atPath: second)
        try until("ready") { bank.isReady }
    }

    @Test("A service that restores tenants publishes their definitions to an empty cluster; another service does not")
    func restoredTenants() throws {
        #expect(try definitions(publishedBy: Registry.self) == ["souq"])
        #expect(try definitions(publishedBy: Audit.self) == [])
    }

    /// The keys of the definitions on a new, empty cluster, after a start with a file that knows a tenant.
    private func definitions<Service: PlatformService>(publishedBy _: Service.Type) throws -> [String] {
        let directory = NSTemporaryDirectory() + "souk-start-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        func isKnown() -> Bool {
            let file = try? DatabaseQueue.reading("\(directory)/\(Service.name)/p0.sqlite")
            return (try? file?.read { try Bool.fetchOne($0, sql: "SELECT count(*) > 0 FROM souk_tenant WHERE definition IS NOT NULL") })
                == true
        }
        func run(on log: InMemoryLog, _ body: () throws -> Void = {}) throws {
            let service = try ServiceRuntime<Service>(settings: MessagingFixture.settings(directory)) { _ in log }
            service.begin()
            defer { service.end() }
            try until("ready") { service.isReady }
            try body()
        }
        let first = InMemoryLog(partitions: MessagingFixture.topics), second = InMemoryLog(partitions: MessagingFixture.topics)
        try run(on: first) {
            let client = try LogClient(first, tenant: "souq")
            defer { client.close() }
            try client.applyTenant(MessagingFixture.tenant)
            try until("the tenant is known") { isKnown() }
        }
        try run(on: second)
        return second.records(of: Topics.tenants).map { String(decoding: $0.key ?? [], as: UTF8.self) }
    }

    @Test("A forwarder that cannot go on makes its service not ready, for as long as it lasts")
    func forwarderHealth() throws {
        let fixture = try MessagingFixture(.inMemory, direct: false)
        defer { fixture.close() }
        let memory = try #require(fixture.memory)
        try until("ready") { fixture.audit.isReady }
        memory.refuse("audit.commands", with: Self.broken)
        try fixture.client.call(Deposit(account: "a", amount: 1))
        try until("not ready") { !fixture.audit.isReady }
        #expect(fixture.bank.isReady)
        memory.refuse("audit.commands", with: nil)
        try fixture.client.eventually(Total.type) { $0 == ["deposits": 1, "amount": 1] }
        try until("ready again") { fixture.audit.isReady }
    }

    @Test("Services whose broker is gone stop all the same", .enabled(if: GivenBroker.current == nil, "\(GivenBroker.notOurs)"),
          .timeLimit(.minutes(1)))
    func stopWithoutBroker() throws {
        let fixture = try MessagingFixture(.embeddedBroker)
        // Events are on their way into the other service, and what was read of them is not committed yet.
        for amount in 1...50 { try fixture.client.call(Deposit(account: "a", amount: amount)) }
        fixture.broker?.kill()
        fixture.close()
    }

    @Test("Whoever is told of another cluster is told before anybody follows it")
    func watch() throws {
        let log = InMemoryLog()
        let watch = ClusterWatch(log, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let changes = Mutex<[String]>([])
        watch.onChange { [unowned watch] id in changes.withLock { $0.append("\(watch.clusterID)>\(id)") } }
        watch.refresh()
        watch.refresh()
        log.wipe()
        watch.refresh()
        #expect(changes.withLock { $0 } == [">memory-1", "memory-1>memory-2"])
        #expect(watch.clusterID == "memory-2")
    }
}

/// Nothing but the definitions of tenants.
private enum Registry: PlatformService {
    static let name: ServiceName = "registry"
    static let contents = ServiceContents(features: [], restoresTenants: true)
}
