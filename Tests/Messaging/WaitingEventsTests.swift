import Contracts
import GRDB
import Kernel
import Messaging
import ServiceKit
import Storage
import Testing

@Suite("Events that wait for their marker, their tenant, or both (issue 17)")
struct WaitingEventsTests {
    @Test("What waited for its marker and then for its tenant comes behind what lay before the marker")
    func bothWaits() throws {
        let file = try ShardContents.scratch(migrations: Journal.contents.migrations)
        let secret = ServiceSecret(Array(repeating: 7, count: 32))
        let applier = ShardApplier(service: Journal.name, table: Journal.handlerTable(), secret: secret)
        var offset: Int64 = 0
        func apply(_ message: some Message, _ id: String, _ tenant: TenantID, _ header: RecordHeader?) throws {
            let time = Timestamp(secondsSinceEpoch: 1_795_244_400)
            let envelope = Envelope(id: id, type: type(of: message).type, source: "/bank", time: time, tenant: tenant, correlationID: id,
                                    value: try JSON.encode(message))
            let record = IncomingRecord(topic: "journal.commands", partition: 0, offset: offset, timestamp: time, key: nil,
                                        value: envelope.value, headers: envelope.headers + (header.map { [$0] } ?? []))
            offset += 1
            try file.write { db in
                try applier.begin(db, reload: offset == 1)
                try applier.apply(record, in: db)
                try applier.finish(db)
            }
        }
        func forwarded(_ position: Int) -> RecordHeader { RecordHeader("forwarded-from", "bank.events/0/\(position)") }
        func direct(_ position: Int) -> RecordHeader { RecordHeader("direct-from", "bank.events/0/\(position)/mark") }
        try file.write {
            try $0.execute(
                sql: "INSERT INTO souk_log (one, topic, partition, cluster_id, next_offset) VALUES (1, 'journal.commands', 0, 'x', 0)")
        }
        try apply(Deposited(account: "a", amount: 3), "three", "souq", direct(3))
        try apply(Deposited(account: "a", amount: 4), "four", "souq", direct(4))
        try apply(Deposited(account: "a", amount: 1), "one", "souq", forwarded(0))
        // Another reader may bring what was parked, in its place.
        try apply(Deposited(account: "a", amount: 3), "three", "souq", forwarded(1))
        try apply(SubscriptionTaken(subscriber: "journal", types: [Deposited.type], marker: "mark"), "marker", "platform", forwarded(2))
        try apply(ApplyTenant(TenantDefinition(tenant: "souq", name: "Souq", currency: .dzd, sandbox: true)), "define", "souq", nil)
        let lines = try file.read { try String.fetchAll($0, sql: "SELECT text FROM line ORDER BY number") }
        #expect(lines == ["a 1", "a 3", "a 4"])
        #expect(try file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM souk_dead_letter") } == 0)
    }
}
