import Foundation
import GRDB
import OrdersService
import Storage
import Testing

@Suite("Cancellations from before their causes were stored")
struct EarlierCancellationsTests {
    @Test("Sales and orders tell which periods a shop took back and which were refunded, not what a person wrote")
    func causes() throws {
        let folder = NSTemporaryDirectory() + "souk-orders-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let migrations = Orders.contents.migrations
        let earlier = Array(migrations.prefix { !$0.name.hasSuffix("_AddCancelCauses") })
        let old = try ShardFile(path: folder + "/p0.sqlite", migrations: earlier)
        try old.pool.write { db in
            let reasons: [(Int, String?)] = [(1, "voided"), (2, "voided"), (3, "requested"), (4, "erased"), (5, nil)]
            for (id, reason) in reasons {
                try db.execute(sql: """
                    INSERT INTO subscription (tenant, id, user_id, start_date, end_date, months, source, price, currency, activation_id,
                        order_id, status, cancelled_at, cancelled_on, cancel_reason, created_at)
                    VALUES ('t', ?1, 'u', '2026-11-21', '2026-12-21', 1, 'vendor', 100, 'DZD', 'a' || ?1, 'o' || ?1,
                        iif(?2 IS NULL, 'active', 'cancelled'), iif(?2 IS NULL, NULL, 1), iif(?2 IS NULL, NULL, '2026-11-21'), ?2, 1)
                    """, arguments: [id, reason])
            }
            try db.execute(sql: """
                INSERT INTO activation (tenant, id, user_id, shop_id, vendor_id, months, amount, currency, subscription_id, payment_id,
                    status, cash, cash_tries, voided_at, void_reason, created_at, voidable_until)
                VALUES ('t', 'a1', 'u', 1, 'v', 1, 100, 'DZD', 1, 'p1', 'voided', 'voided', 0, 1, 'x', 1, 2),
                    ('t', 'a2', 'u', 1, 'v', 1, 100, 'DZD', 2, 'p2', 'completed', 'recorded', 0, NULL, NULL, 1, 2);
                INSERT INTO membership_order (tenant, id, user_id, months, amount, currency, payment_id, status, subscription_id, reason,
                    placed_at, expires_at) VALUES ('t', 'o3', 'u', 1, 100, 'DZD', 'p3', 'refunded', 3, 'requested', 1, 2);
                """)
        }
        old.close()
        let new = try ShardFile(path: folder + "/p0.sqlite", migrations: migrations)
        defer { new.close() }
        let causes = try new.pool.read { try Optional<String>.fetchAll($0, sql: "SELECT cancel_cause FROM subscription ORDER BY id") }
        #expect(causes == ["voided", "cancelled", "refunded", "erased", nil])
    }
}
