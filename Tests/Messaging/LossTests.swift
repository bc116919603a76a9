// Long: one suite with the helpers that all of its tests use.
import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import ServiceKit
import Storage
import TestKit
import Testing

/// A bank alone on a log in memory that can restart with other files.
private final class Branch {
    let log: InMemoryLog
    let client: LogClient
    let directory = NSTemporaryDirectory() + "souk-branch-\(UUID().uuidString)"
    private(set) var bank: ServiceRuntime<Bank>?

    init(_ log: InMemoryLog = InMemoryLog(partitions: MessagingFixture.topics)) throws {
        self.log = log
        client = try LogClient(log, tenant: "souq")
    }

    /// - Parameter folder: the folder of the files, for a replica beside this one; nil: the usual one.
    func start(in folder: String? = nil, _ change: (inout ServiceSettings) -> Void = { _ in }) throws -> ServiceRuntime<Bank> {
        var settings = try MessagingFixture.settings(folder ?? directory)
        settings.logLevel = "critical"
        change(&settings)
        let log = log
        let started = try ServiceRuntime<Bank>(settings: settings) { _ in log }
        started.begin()
        return started
    }
    func open(_ change: (inout ServiceSettings) -> Void = { _ in }) throws { bank = try start(change) }
    func close() {
        bank?.end()
        bank = nil
    }
    /// Opens the bank and applies the tenant.
    func begin() throws {
        try open()
        try client.applyTenant(MessagingFixture.tenant)
        try balance(0)
    }
    func balance(_ amount: Int) throws { try client.eventually(Balance.type, ["account": "a"]) { $0["balance"] == .int(amount) } }

    func ready(_ bank: ServiceRuntime<Bank>) -> (status: Int, body: String) {
        let answer = bank.operatorAnswer("GET", "/ready")
        return (answer?.status ?? 0, answer?.body ?? "")
    }
    /// Waits until `/ready` refuses and its reason contains the words.
    func refusal(of bank: ServiceRuntime<Bank>, _ words: String...) throws {
        var last = ""
        do {
            try until("not ready: \(words)") {
                let (status, body) = ready(bank)
                last = body
                return status == 503 && words.allSatisfy(body.contains)
            }
        } catch {
            Issue.record("/ready says: \(last)")
            throw error
        }
    }
    func metric(_ name: String) -> String {
        let text = bank?.operatorAnswer("GET", "/metrics")?.body ?? ""
        return text.split(separator: "\n").first { $0.hasPrefix(name) }.map(String.init) ?? ""
    }
    func rows<T>(_ body: (Database) throws -> T) throws -> T {
        try DatabaseQueue.reading(directory + "/bank/p0.sqlite").read(body)
    }
    func end() {
        client.close()
        close()
        try? FileManager.default.removeItem(atPath: directory)
    }
    static let commands = TopicPartition("bank.commands", 0)
    /// A balance of 5, then files and log are gone. Answers where the log begins now.
    func loseEverything() throws -> Int64 {
        try begin()
        try client.call(Deposit(account: "a", amount: 5))
        close()
        try removeFiles()
        let end = Int64(log.records(of: "bank.commands").count)
        log.truncate(Self.commands, before: end)
        return end
    }
    func removeFiles() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: directory + "/bank") where name.hasPrefix("p0.") {
            try FileManager.default.removeItem(atPath: "\(directory)/bank/\(name)")
        }
    }
}

@Suite("Nothing is lost silently", .serialized)
struct LossTests {
    // MARK: - Lost file and snapshot

    @Test("""
        A shard without file and snapshot refuses a log that lacks its beginning, says what to do, and takes the snapshot it is given \
        (12.B1)
        """)
    func lostFile() throws {
        let branch = try Branch()
        defer { branch.end() }
        try branch.begin()
        try branch.client.call(Deposit(account: "a", amount: 5))
        _ = branch.bank?.operatorWork("POST", "/snapshot")
        branch.close()
        let snapshots = branch.directory + "/bank/snapshots", aside = branch.directory + "/aside"
        try FileManager.default.moveItem(atPath: snapshots, toPath: aside)
        try branch.removeFiles()
        branch.log.truncate(Branch.commands, before: 1)
        try branch.open()
        let bank = try #require(branch.bank)
        try branch.refusal(of: bank, "bank/0", "begins at 1", "snapshot", "SOUK_ACCEPT_LOSS=bank/0")
        #expect(branch.metric("souk_shard_loss_refused") == "souk_shard_loss_refused{partition=\"0\"} 1")
        // The next start refuses, too, and nothing was written.
        branch.close()
        try branch.open()
        try branch.refusal(of: try #require(branch.bank), "begins at 1")
        branch.close()
        try FileManager.default.moveItem(atPath: aside, toPath: snapshots)
        try branch.open()
        try branch.balance(5)
        #expect(branch.metric("souk_shard_loss_refused").hasSuffix(" 0"))
    }

    @Test("A loss that somebody accepts for this shard is taken, counted, and what its neighbours still have is asked for (12.B1)")
    func acceptedLoss() throws {
        let branch = try Branch()
        defer { branch.end() }
        let end = try branch.loseEverything()
        try branch.open { $0.acceptedLosses = ["bank/1", "audit"] }
        try branch.refusal(of: try #require(branch.bank), "begins at \(end)")
        branch.close()
        try branch.open { $0.acceptedLosses = ["bank/0"] }
        try until("it follows its log") { branch.metric("souk_shard_healthy").hasSuffix(" 1") }
        try branch.client.applyTenant(MessagingFixture.tenant)
        try branch.balance(0)
        #expect(branch.metric("souk_log_gaps_total").hasSuffix(" 1"))
    }

    @Test("Neighbours are asked for what is missing until the log has taken the question, also by the next process (12.B1)")
    func askedUntilHeard() throws {
        let branch = try Branch()
        defer { branch.end() }
        _ = try branch.loseEverything()
        try branch.log.ensureTopics([TopicSpecification("catalog.commands", partitions: 1)])
        branch.log.refuse("catalog.commands", with: LogError(kind: .other, isRetriable: true, description: "broken on purpose"))
        try branch.open { $0.acceptedLosses = ["bank/0"] }
        try branch.refusal(of: try #require(branch.bank), "broken on purpose")
        branch.close()
        branch.log.refuse("catalog.commands", with: nil)
        #expect(branch.log.records(of: "catalog.commands").isEmpty)
        try branch.open()
        try until("catalog is asked") { !branch.log.records(of: "catalog.commands").isEmpty }
    }

    @Test("An owner whose topic no broker tells of at the moment is asked later, not never")
    func askedAfterTimeout() throws {
        let branch = try Branch()
        defer { branch.end() }
        try branch.begin()
        branch.close()
        try branch.removeFiles()
        branch.log.truncate(Branch.commands, before: Int64(branch.log.records(of: "bank.commands").count))
        try branch.log.ensureTopics([TopicSpecification("catalog.commands", partitions: 1)])
        branch.log.leaveUnanswered("catalog.commands")
        try branch.open { $0.acceptedLosses = ["bank/0"] }
        try branch.refusal(of: try #require(branch.bank), "no broker answers")
        #expect(branch.log.records(of: "catalog.commands").isEmpty)
        branch.log.leaveUnanswered(nil)
        try until("catalog is asked") { !branch.log.records(of: "catalog.commands").isEmpty }
    }

    @Test("An owner whose topic a broker does not know when it is asked is asked when it does, also by the next process (12.B1)",
          arguments: [false, true])
    func askedWhenKnown(restart: Bool) throws {
        let branch = try Branch()
        defer { branch.end() }
        _ = try branch.loseEverything()
        try branch.open { $0.acceptedLosses = ["bank/0"] }
        try until("it follows its log") { branch.metric("souk_shard_healthy").hasSuffix(" 1") }
        if restart { branch.close() }
        try branch.log.ensureTopics([TopicSpecification("catalog.commands", partitions: 1)])
        if restart { try branch.open() }
        try until("catalog is asked") { !branch.log.records(of: "catalog.commands").isEmpty }
        try until("noted") {
            try branch.rows { try Int.fetchOne($0, sql: "SELECT count(*) FROM souk_unasked WHERE owner = 'catalog'") } == 0
        }
        #expect(branch.log.records(of: "catalog.commands").count == 1)
    }

    @Test("What may be accepted is named exactly", arguments: ["orders/x", "orders/0/1", "/0", "orders/-1"])
    func namesOfLosses(_ text: String) {
        #expect(throws: ServiceSettings.Invalid.self) { try ServiceSettings.fromEnvironment(["SOUK_ACCEPT_LOSS": text]) }
        #expect(throws: Never.self) { try ServiceSettings.fromEnvironment(["SOUK_ACCEPT_LOSS": "orders/0, catalog"]) }
    }

    // MARK: - The number of partitions

    @Test("A topic with another number of partitions than the files were made for is not served, and nothing is written (12.B2)")
    func otherPartitions() throws {
        let branch = try Branch()
        defer { branch.end() }
        try branch.begin()
        try branch.client.call(Deposit(account: "a", amount: 5))
        branch.close()
        branch.log.grow("bank.commands", toPartitions: 4)
        let before = branch.log.records(of: "bank.commands").count + branch.log.records(of: Topics.manifests).count
        try branch.open()
        try branch.refusal(of: try #require(branch.bank), "bank.commands has 4 partitions", "spread over 1")
        #expect(branch.metric("souk_data_mismatch") == "souk_data_mismatch 1")
        #expect(branch.log.records(of: "bank.commands").count + branch.log.records(of: Topics.manifests).count == before)
        #expect(!FileManager.default.fileExists(atPath: branch.directory + "/bank/p1.sqlite"))
    }

    @Test("A replica without files knows the number of partitions from the platform's topic (12.B2)")
    func otherPartitionsElsewhere() throws {
        let branch = try Branch()
        defer { branch.end() }
        try branch.begin()
        try until("told") { !branch.log.records(of: Topics.manifests).isEmpty }
        branch.close()
        for topic in Topics.sharded(of: "bank") { branch.log.grow(topic, toPartitions: 2) }
        let secret = branch.directory + "/bank/secret"
        let other = try branch.start(in: branch.directory + "/other") { $0.secretFile = secret }
        defer { other.end() }
        try branch.refusal(of: other, "has 2 partitions", "spread over 1", Topics.manifests)
    }

    @Test("Before its topics are there, files of another number than the setting are said, and no topic is made (12.B2)")
    func otherSetting() throws {
        let branch = try Branch()
        defer { branch.end() }
        try branch.begin()
        branch.close()
        let empty = InMemoryLog()
        var settings = try MessagingFixture.settings(branch.directory)
        (settings.partitions, settings.logLevel) = (4, "critical")
        let bank = try ServiceRuntime<Bank>(settings: settings) { _ in empty }
        bank.begin()
        defer { bank.end() }
        try branch.refusal(of: bank, "p0.sqlite was made for 1 partitions", "SOUK_PARTITIONS is 4")
        #expect(try empty.topics().isEmpty)
    }

    @Test("Partitions that are added while a service runs stop it; it goes on when they are as they were (12.B2)")
    func grownWhileRunning() throws {
        let branch = try Branch()
        defer { branch.end() }
        try branch.begin()
        let bank = try #require(branch.bank)
        try until("ready") { bank.isReady }
        branch.log.grow("bank.queries", toPartitions: 3)
        try branch.refusal(of: bank, "bank.queries has 3 partitions", "spread over 1")
        #expect(branch.metric("souk_data_mismatch") == "souk_data_mismatch 1")
        // The bank applies and publishes nothing.
        let position = { try branch.rows { try Int64.fetchOne($0, sql: "SELECT next_offset FROM souk_log") } }
        let before = try position(), events = branch.log.records(of: "bank.events").count
        try branch.client.post(try branch.client.envelope(Deposit(account: "a", amount: 5), id: "later"), to: "bank.commands")
        try branch.refusal(of: bank, "bank.queries has 3 partitions")
        #expect(try position() == before && branch.log.records(of: "bank.events").count == events)
        branch.log.remake("bank.queries", partitions: 1)
        #expect(try branch.client.reply(to: "later").body == ["balance": 5])
        try until("ready") { bank.isReady }
        #expect(branch.metric("souk_data_mismatch") == "souk_data_mismatch 0")
    }

    // MARK: - Another log under the same name

    @Test("A log that was made anew is recognised, whether it is shorter, as long or longer than what was applied (12.B3)",
          arguments: [0, 1, 3, 9])
    func remadeLog(_ more: Int) throws {
        let branch = try Branch()
        defer { branch.end() }
        try branch.begin()
        for amount in 1...3 { try branch.client.call(Deposit(account: "a", amount: amount), id: "d\(amount)") }
        try until("applied") {
            try branch.rows { try Int64.fetchOne($0, sql: "SELECT next_offset FROM souk_log") }
                == Int64(branch.log.records(of: "bank.commands").count)
        }
        branch.close()
        branch.log.remake("bank.commands")
        // The shard knows the first message; the others are new.
        try branch.client.post(try branch.client.envelope(Deposit(account: "a", amount: 1), id: "d1"), to: "bank.commands")
        for number in 0..<more {
            try branch.client.post(try branch.client.envelope(Deposit(account: "a", amount: 10), id: "new\(number)"), to: "bank.commands")
        }
        try branch.open()
        try branch.refusal(of: try #require(branch.bank), "is not the log", "in the same cluster")
        try until("begun anew") { branch.metric("souk_log_restarts_total").hasSuffix(" 1") }
        try branch.balance(6 + 10 * more)
        #expect(branch.bank?.operatorWork("GET", "/status")?.body.contains("lastRestart") == true)
    }

    @Test("What a log held that was made anew, and the shard had not applied, is asked for and comes once")
    func unapplied() throws {
        // The premise is that the forwarder brought these events; DirectEventsTests covers those that come directly.
        let fixture = try MessagingFixture(.inMemory, direct: false)
        defer { fixture.close() }
        let memory = try #require(fixture.memory)
        try fixture.client.call(Deposit(account: "a", amount: 1))
        try fixture.client.eventually(Total.type) { $0 == ["deposits": 1, "amount": 1] }
        fixture.audit.end()
        let events = TopicPartition("bank.events", 0), before = memory.records(of: events.topic).count
        for amount in 2...4 { try fixture.client.call(Deposit(account: "a", amount: amount)) }
        try until("three more events") { memory.records(of: events.topic).count == before + 3 }
        // The forwarder brought them in, and the log was deleted before the writer read them.
        let file = try ShardFile(path: fixture.directory + "/audit/p0.sqlite", migrations: Audit.contents.migrations)
        try ReadPositions(file.pool).set([events: memory.watermarks(events).upperBound], in: memory.clusterID(timeout: .seconds(1)))
        file.close()
        memory.remake("audit.commands")
        try fixture.restartAudit()
        try fixture.client.eventually(Total.type) { $0 == ["deposits": 4, "amount": 10] }
        try until("it has caught up") { fixture.audit.isReady }
        #expect(try fixture.audit.count(of: "souk_log_restarts_total") == 1)
    }

    @Test("A log that has lost its end says so, and what was applied from there is not applied again (12.B3)")
    func lostEnd() throws {
        let branch = try Branch()
        defer { branch.end() }
        try branch.begin()
        for amount in 1...3 { try branch.client.call(Deposit(account: "a", amount: amount), id: "d\(amount)") }
        branch.close()
        let end = Int64(branch.log.records(of: "bank.commands").count)
        branch.log.loseEnd(of: Branch.commands, from: end - 1)
        try branch.open()
        try branch.refusal(of: try #require(branch.bank), "position \(end) lies beyond its end \(end - 1)")
        #expect(try branch.client.call(Deposit(account: "a", amount: 3), id: "d3").replayed)
        try branch.balance(6)
    }

    @Test("A log whose last record retention has taken is the same log")
    func sameLog() throws {
        let branch = try Branch()
        defer { branch.end() }
        try branch.begin()
        try branch.client.call(Deposit(account: "a", amount: 5))
        branch.close()
        branch.log.truncate(Branch.commands, before: Int64(branch.log.records(of: "bank.commands").count))
        try branch.open()
        #expect(try branch.client.call(Deposit(account: "a", amount: 1)).body == ["balance": 6])
        #expect(branch.metric("souk_log_restarts_total").hasSuffix(" 0") && branch.metric("souk_log_gaps_total").hasSuffix(" 0"))
    }

    @Test("What the inbox has forgotten is not applied again when a mirrored log is read from its beginning (12.B3, E5)")
    func mirroredLog() throws {
        let branch = try Branch()
        defer { branch.end() }
        let now = Timestamp.now()
        func deposit(_ amount: Int, _ id: String, daysAgo: Int) throws {
            branch.log.clock = { now - .days(daysAgo) }
            var envelope = try branch.client.envelope(Deposit(account: "a", amount: amount), id: id)
            envelope.time = now - .days(daysAgo)
            try branch.client.post(envelope, to: "bank.commands")
            branch.log.clock = { .now() }
        }
        try branch.begin()
        for (index, days) in [14, 10, 2, 0].enumerated() { try deposit(1 << index, "d\(days)", daysAgo: days) }
        try branch.balance(15)
        branch.close()
        // Housekeeping does this once a minute.
        let file = try ShardFile(path: branch.directory + "/bank/p0.sqlite", migrations: Bank.contents.migrations)
        _ = try file.pool.write { try Retention.prune(before: now - .days(7), relayed: .max, in: $0) }
        file.close()
        #expect(try branch.rows { try Int.fetchOne($0, sql: "SELECT count(*) FROM souk_inbox WHERE id IN ('d14', 'd10', 'd2', 'd0')") }
            == 2)
        branch.log.mirror()
        try branch.open()
        #expect(try branch.client.call(Deposit(account: "a", amount: 100)).body == ["balance": 115])
        // The answer leaves before its batch is counted.
        try until("both are counted as outdated") {
            branch.metric("souk_messages_outdated_total").split(separator: " ").last.flatMap { Int($0) }.map { $0 >= 2 } ?? false
        }
    }

    // MARK: - The secret

    @Test("A replica with another secret refuses and tells the platform nothing; the files refuse it too (12.B4)")
    func otherSecret() throws {
        let branch = try Branch()
        defer { branch.end() }
        try branch.begin()
        try until("manifests") { !branch.log.records(of: Topics.manifests).isEmpty }
        let manifests = branch.log.records(of: Topics.manifests).count
        // A replica with its own volume generates its own secret.
        let other = try branch.start(in: branch.directory + "/other")
        defer { other.end() }
        try branch.refusal(of: other, "secret", Topics.manifests, "SOUK_SECRET_FILE")
        other.end()
        #expect(branch.log.records(of: Topics.manifests).count == manifests)
        branch.close()
        let wrong = branch.directory + "/wrong"
        try Data(repeating: 9, count: 32).write(to: URL(filePath: wrong))
        branch.log.wipe()
        try branch.open { $0.secretFile = wrong }
        try branch.refusal(of: try #require(branch.bank), "secret", "p0.sqlite")
        #expect(branch.metric("souk_data_mismatch") == "souk_data_mismatch 1")
        #expect(branch.log.records(of: Topics.manifests).isEmpty)
        branch.close()
        try branch.open()
        try until("ready") { branch.bank?.isReady ?? false }
        let text = String(decoding: branch.log.records(of: Topics.manifests).last?.value ?? [], as: UTF8.self)
        let secret = try Data(contentsOf: URL(filePath: branch.directory + "/bank/secret"))
        #expect(text.contains("\"secret\":\"") && !text.contains(Hex.encode(Array(secret.prefix(8)))))
    }
}
