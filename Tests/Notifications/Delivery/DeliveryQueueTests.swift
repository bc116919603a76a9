import GRDB
import Kernel
import NotificationsDelivery
import NotificationsService
import Storage
import Synchronization
import Testing

@Suite("What a sender looks at")
struct DeliveryQueueTests {
    private func insert(_ tenant: Int, _ id: String, _ channel: String, _ state: String, _ db: Database) throws {
        try db.execute(sql: """
            INSERT INTO delivery (tenant, id, user_id, channel, address, type, priority, state, attempt, created_at, terms, message)
            VALUES (?, ?, 'u', ?, 'a', 't', 1, ?, 1, 1, '{}', ?)
            """, arguments: ["tenant-\(tenant)", id, channel, state, state == "queued" ? "{}" : nil])
    }

    @Test("A look costs one statement for each channel that has something to send and one more, of five tenants or five thousand (12.C3)",
          arguments: [5, 5_000])
    func statements(_ tenants: Int) throws {
        let shard = try ShardContents.scratch(migrations: Notifications.contents.migrations)
        try shard.write { db in
            for tenant in 1...tenants { try insert(tenant, "old", "email", "accepted", db) }
            for number in 1...300 { try insert(3, "q-\(number)", "email", "queued", db) }
            try insert(3, "push", "push", "queued", db)
            try insert(5, "sms", "sms", "queued", db)
        }
        let seen = Mutex<[String]>([])
        try shard.read { db in db.trace { event in seen.withLock { $0.append("\(event)") } } }
        let waiting = try DeliveryQueue(shard).waiting()
        #expect(waiting.map { "\($0.tenant)/\($0.channel.rawValue)" } == ["tenant-3/email", "tenant-3/push", "tenant-5/sms"])
        let statements = seen.withLock { $0.filter { $0.contains("delivery") } }
        #expect(statements.count == 4, "\(statements)")
        let plan = try shard.read { db in
            let explained = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + DeliveryQueue.waitingSQL)
            explained.setUncheckedArguments(["", ""])
            return try Row.fetchAll(explained).map { $0["detail"] as String }
        }
        #expect(plan.count == 1 && plan[0].contains("delivery_queue") && plan[0].hasPrefix("SEARCH"), "\(plan)")
    }
}
