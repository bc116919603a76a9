import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import ServiceKit
import Storage
import TestKit
import Testing

@Suite("Rows that are published again", .serialized)
struct SentAgainTests {
    @Test("A row older than its reader's inbox that is published again is put aside, not applied a second time (12.B3, E5)",
          arguments: ["audit.commands", "bank.commands"])
    func olderThanTheInbox(_ remade: String) throws {
        let fixture = try MessagingFixture(.inMemory)
        defer { fixture.close() }
        let memory = try #require(fixture.memory)
        try fixture.client.call(Deposit(account: "a", amount: 5))
        try fixture.client.eventually(Total.type) { $0 == ["deposits": 1, "amount": 5] }
        fixture.bank.end()
        fixture.audit.end()
        // The bank was idle for a day and kept this row; the audit was busy, and its inbox has dropped the message.
        let old = (Timestamp.now() - .days(8)).millisecondsSinceEpoch
        try change("\(fixture.directory)/bank", Bank.contents.migrations,
                   "UPDATE souk_outbox SET time = \(old) WHERE topic = 'bank.events'")
        try change("\(fixture.directory)/audit", Audit.contents.migrations, "DELETE FROM souk_inbox WHERE type = 'bank.deposited.v1'")
        memory.remake(remade)
        try fixture.restartBank()
        try fixture.restartAudit()
        try until("put aside") { try fixture.deadLetters(of: "audit").contains { $0.reason.hasPrefix("older than the inbox remembers") } }
        try fixture.client.eventually(Total.type) { $0["deposits"] != nil }
        #expect(try fixture.client.ask(Total.type).body == ["deposits": 1, "amount": 5])
    }

    private func change(_ folder: String, _ migrations: [any Migration.Type], _ sql: String) throws {
        let file = try ShardFile(path: folder + "/p0.sqlite", migrations: migrations)
        defer { file.close() }
        try file.pool.write { try $0.execute(sql: sql) }
    }
}
