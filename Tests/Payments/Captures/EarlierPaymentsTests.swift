import Contracts
import Foundation
import GRDB
import Kernel
import PaymentsService
import Storage
import Testing

@Suite("Payments from before manual capture") struct EarlierPaymentsTests {
    @Test("They keep their rows, their attempts, refunds and keys; the file's references still hold")
    func rows() throws {
        let folder = NSTemporaryDirectory() + "souk-payments-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let migrations = Payments.contents.migrations
        let earlier = Array(migrations.prefix { !$0.name.hasSuffix("_AddManualCapture") })
        let old = try ShardFile(path: folder + "/p0.sqlite", migrations: earlier)
        try old.pool.write { db in
            try db.execute(sql: """
                INSERT INTO payment (tenant, id, order_id, user_id, amount, currency, created_at, status, attempts, settled_at,
                    refunded_amount) VALUES ('t', 'p', 'o', 'u', 100, 'UGX', 1, 'partially_refunded', 1, 2, 40);
                INSERT INTO attempt (tenant, payment_id, number, user_id, type, reference, last4, started_at, deadline_at)
                    VALUES ('t', 'p', 1, 'u', 'card', 'succeeds', '4242', 1, 2);
                INSERT INTO refund (tenant, id, payment_id, amount, currency, reason, status, tries, settled_at, created_at)
                    VALUES ('t', 'r', 'p', 40, 'UGX', 'x', 'succeeded', 1, 3, 3);
                INSERT INTO guest_key (tenant, secret_hash, payment_id) VALUES ('t', 'h', 'p');
                INSERT INTO provider_call (tenant, id, kind, provider, payment_id, attempt, state, tries, created_at)
                    VALUES ('t', 'c', 'poll', 'stripe', 'p', 1, 'queued', 1, 1);
                """)
        }
        old.close()
        let new = try ShardFile(path: folder + "/p0.sqlite", migrations: migrations)
        defer { new.close() }
        try new.pool.read { db in
            let row = try #require(try Row.fetchOne(db, sql: """
                SELECT p.status, p.amount, p.refunded_amount, p.capture_method, p.authorized_amount, a.last4, r.amount,
                    g.secret_hash, c.kind
                FROM payment p JOIN attempt a ON a.payment_id = p.id JOIN refund r ON r.payment_id = p.id
                JOIN guest_key g ON g.payment_id = p.id JOIN provider_call c ON c.payment_id = p.id
                """))
            #expect((row[0] as String, row[1] as Int, row[2] as Int) == ("partially_refunded", 100, 40))
            #expect((row[3] as String, row[4] as Int?, row[5] as String) == ("automatic", nil, "4242"))
            #expect((row[6] as Int, row[7] as String, row[8] as String) == (40, "h", "poll"))
            #expect(try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty)
            let referenced = try Row.fetchAll(db, sql: "PRAGMA foreign_key_list(attempt)").map { $0["table"] as String }
            #expect(Set(referenced) == ["payment"])
        }
        // More than was paid can't be refunded, by the file's own rule.
        #expect(throws: DatabaseError.self) { try new.pool.write { try $0.execute(sql: "UPDATE payment SET refunded_amount = 101") } }
    }
}
