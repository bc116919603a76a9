import Contracts
import Foundation
import GRDB
import Kafka
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing

/// The tests of LossTests on the broker that `KAFKA_BOOTSTRAP_SERVERS` names, instead of a log in memory.
@Suite("Nothing is lost silently on a real broker", .serialized,
       .enabled(if: GivenBroker.current != nil, "needs a broker: make test-broker KAFKA_BOOTSTRAP_SERVERS=…"))
struct GivenBrokerTests {
    private static let commands = TopicPartition("bank.commands", 0)
    /// A user with rights for a prefix may not add partitions.
    private static let mayAlter = ProcessInfo.processInfo.environment["SOUK_TOPIC_PREFIX"] == nil

    private func refusal(_ fixture: MessagingFixture, _ words: String...) throws {
        var last: [String] = []
        do {
            try until("not ready: \(words)") {
                last = fixture.bank.missing
                return words.allSatisfy { word in last.contains { $0.contains(word) } }
            }
        } catch {
            Issue.record("it waits for: \(last)")
            throw error
        }
    }
    /// Deletes a topic and creates it again, empty. The cluster stays the same.
    private func remake(_ topic: String, _ fixture: MessagingFixture) throws {
        let cluster = try #require(fixture.cluster as? KafkaCluster)
        try cluster.deleteTopics([topic])
        try until("\(topic) is gone") { try !cluster.topics().contains(topic) }
        // A broker may still be deleting the records of the old topic.
        try until("\(topic) is there again") { (try? cluster.ensureTopics([TopicSpecification(topic, partitions: 1)])) != nil }
    }
    /// A client that met the topic while it was deleted treats it as missing for a moment.
    private func post(_ message: some Message, id: String, _ fixture: MessagingFixture) throws {
        let envelope = try fixture.client.envelope(message, id: id)
        try until("\(id) is sent") { (try? fixture.client.post(envelope, to: "bank.commands")) != nil }
    }
    private func balance(_ amount: Int, _ fixture: MessagingFixture) throws {
        try fixture.client.eventually(Balance.type, ["account": "a"]) { $0["balance"] == .int(amount) }
    }
    private func position(_ fixture: MessagingFixture) throws -> Int64? {
        try fixture.rows { try Int64.fetchOne($0, sql: "SELECT next_offset FROM souk_log") }
    }

    @Test("A shard without file and snapshot refuses a log that lacks its beginning (12.B1)")
    func lostFile() throws {
        let fixture = try MessagingFixture(.embeddedBroker)
        defer { fixture.close() }
        try fixture.client.call(Deposit(account: "a", amount: 5))
        fixture.bank.end()
        let folder = fixture.directory + "/bank"
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasPrefix("p0.") {
            try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
        try #require(fixture.cluster as? KafkaCluster).deleteRecords(of: Self.commands, before: 1)
        try until("the beginning is gone") { try fixture.cluster.watermarks(Self.commands).lowerBound == 1 }
        try fixture.restartBank()
        try refusal(fixture, "begins at 1", "SOUK_ACCEPT_LOSS=bank/0")
    }

    @Test("Partitions that are added while a service runs stop it (12.B2)", .enabled(if: mayAlter, "needs the right to add partitions"))
    func grown() throws {
        let fixture = try MessagingFixture(.embeddedBroker)
        defer { fixture.close() }
        try #require(fixture.cluster as? KafkaCluster).grow("bank.queries", toPartitions: 4)
        try refusal(fixture, "bank.queries has 4 partitions", "spread over 1")
        let before = try position(fixture)
        try fixture.client.post(try fixture.client.envelope(Deposit(account: "a", amount: 5), id: "later"), to: "bank.commands")
        fixture.bank.end()
        #expect(try position(fixture) == before)
        try fixture.restartBank()
        try refusal(fixture, "bank.queries has 4 partitions", "spread over 1")
    }

    @Test("A log of commands that was made anew is recognised, whether it is shorter or longer than what was applied (12.B3)",
          arguments: [1, 9])
    func remadeLog(_ more: Int) throws {
        let fixture = try MessagingFixture(.embeddedBroker)
        defer { fixture.close() }
        for amount in 1...3 { try fixture.client.call(Deposit(account: "a", amount: amount), id: "d\(amount)") }
        try until("applied") { try position(fixture) == fixture.cluster.watermarks(Self.commands).upperBound }
        fixture.bank.end()
        try remake("bank.commands", fixture)
        try post(Deposit(account: "a", amount: 1), id: "d1", fixture)
        for number in 0..<more { try post(Deposit(account: "a", amount: 10), id: "new\(number)", fixture) }
        try fixture.restartBank()
        try balance(6 + 10 * more, fixture)
        #expect(try fixture.bank.count(of: "souk_log_restarts_total") == 1)
    }

    @Test("""
        A topic of events that was made anew, while its reader was away or read it, is said; what it holds and what it held come in once \
        (12.B3, 12.B6)
        """,
          arguments: [true, false])
    func remadeEvents(isAway: Bool) throws {
        let fixture = try MessagingFixture(.embeddedBroker, direct: false)
        defer { fixture.close() }
        for amount in 1...3 { try fixture.client.call(Deposit(account: "a", amount: amount)) }
        try fixture.client.eventually(Total.type) { $0 == ["deposits": 3, "amount": 6] }
        if isAway { fixture.audit.end() }
        // This event may be lost with the old topic; the bank then publishes it again.
        try fixture.client.call(Deposit(account: "a", amount: 4))
        try remake("bank.events", fixture)
        for amount in 5...9 { try fixture.client.call(Deposit(account: "a", amount: amount)) }
        if isAway { try fixture.restartAudit() }
        try fixture.client.eventually(Total.type, within: .seconds(60)) { $0 == ["deposits": 9, "amount": 45] }
        #expect(try fixture.audit.count(of: "souk_forwarder_restarts_total") == 1)
    }

    @Test("A replica with another secret refuses (12.B4)")
    func otherSecret() throws {
        let fixture = try MessagingFixture(.embeddedBroker)
        defer { fixture.close() }
        try until("told") { fixture.bank.isReady }
        let log = fixture.cluster
        let other = try ServiceRuntime<Bank>(settings: MessagingFixture.settings(fixture.directory + "/other")) { _ in log }
        other.begin()
        defer { other.end() }
        try until("it refuses") { other.missing.contains { $0.contains("secret") && $0.contains("SOUK_SECRET_FILE") } }
    }

    @Test("A message from a machine whose clock is a year ahead moves nobody's time (12.B5)")
    func clockAhead() throws {
        let fixture = try MessagingFixture(.embeddedBroker)
        defer { fixture.close() }
        var envelope = try fixture.client.envelope(Deposit(account: "a", amount: 5), id: "ahead")
        envelope.time = .now() + .days(365)
        try fixture.client.post(envelope, to: "bank.commands")
        #expect(try fixture.client.reply(to: "ahead").status == 200)
        let last = try fixture.rows { try Int64.fetchOne($0, sql: "SELECT max(last_time) FROM souk_tenant") } ?? .max
        #expect(Timestamp(millisecondsSinceEpoch: last) < .now() + .minutes(1))
        try balance(5, fixture)
    }
}
