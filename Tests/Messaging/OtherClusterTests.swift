import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import Storage
import TestKit
import Testing

@Suite("Old events on another cluster", .serialized)
struct OtherClusterTests {
    /// An event of the bank that is older than the inbox remembers.
    private func postOldEvent(_ id: String, _ fixture: MessagingFixture) throws {
        var envelope = try fixture.client.envelope(Deposited(account: "a", amount: 7), id: id)
        (envelope.time, envelope.replyTo) = (.now() - .days(8), nil)
        try fixture.client.post(envelope, to: "bank.events")
    }
    private func outdated(_ fixture: MessagingFixture) throws -> Int { try fixture.audit.count(of: "souk_messages_outdated_total") }

    @Test("Offsets of another cluster do not prove that an old event was applied: it becomes a dead letter (12.B1)")
    func offsetOfAnotherCluster() throws {
        let fixture = try MessagingFixture(.inMemory, direct: false)
        defer { fixture.close() }
        let memory = try #require(fixture.memory)
        for amount in 1...3 { try fixture.client.call(Deposit(account: "a", amount: amount)) }
        try fixture.client.eventually(Total.type) { $0 == ["deposits": 3, "amount": 6] }
        fixture.bank.end()
        fixture.audit.end()
        memory.wipe()
        // Its offset is below the position on the cluster before.
        try postOldEvent("missed", fixture)
        try fixture.restartAudit()
        try until("dead-lettered") {
            try fixture.deadLetters(of: "audit").contains { $0.id == "missed" && $0.reason.hasPrefix("older than the inbox remembers") }
        }
        #expect(try outdated(fixture) == 0)
        #expect(try fixture.client.ask(Total.type).body == ["deposits": 3, "amount": 6])
    }

    @Test("On a cluster with the same records at the same offsets an old event is known, and makes no dead letter")
    func copiedCluster() throws {
        let fixture = try MessagingFixture(.inMemory, direct: false)
        defer { fixture.close() }
        let memory = try #require(fixture.memory)
        try postOldEvent("old", fixture)
        try fixture.client.eventually(Total.type) { $0 == ["deposits": 1, "amount": 7] }
        fixture.audit.end()
        let file = try ShardFile(path: fixture.directory + "/audit/p0.sqlite", migrations: Audit.contents.migrations)
        try file.pool.write { try $0.execute(sql: "DELETE FROM souk_inbox WHERE id = 'old'") }
        file.close()
        memory.mirror()
        try fixture.restartAudit()
        // Once from the copied log, once forwarded again.
        try until("read again") { try outdated(fixture) == 2 }
        #expect(try fixture.client.ask(Total.type).body == ["deposits": 1, "amount": 7])
        #expect(try fixture.deadLetters(of: "audit").isEmpty)
    }
}
