import Foundation
import GRDB
import Kernel
import ServiceKit
import SoukTool
import Storage
import Testing

@Suite("Tidy: query plans")
struct QueryPlanTests {
    /// What is asked all the time, or of tables that grow with a tenant, and the index that finds it.
    struct Question: Sendable, CustomTestStringConvertible {
        let service, what, sql, plan: String
        var testDescription: String { "\(service): \(what)" }
        init(_ service: String, _ what: String, _ sql: String, uses plan: String) { (self.service, self.what, self.sql, self.plan) = (service, what, sql, plan) }
    }

    static let questions = [
        // Every shard.
        Question("orders", "what the inbox knows of a message", "SELECT reply_status FROM souk_inbox WHERE tenant = ? AND id = ?", uses: "souk_inbox USING PRIMARY KEY (tenant=? AND id=?)"),
        Question("orders", "old rows of the inbox", "SELECT tenant, id FROM souk_inbox WHERE received_at < ? LIMIT 5000", uses: "souk_inbox_by_age (received_at<?)"),
        Question("orders", "what the relay sends next", "SELECT * FROM souk_outbox WHERE position > ? ORDER BY position LIMIT 500", uses: "INTEGER PRIMARY KEY (rowid>?)"),
        Question("orders", "old rows of the outbox", "SELECT position FROM souk_outbox WHERE time < ? AND position <= ? LIMIT 5000", uses: "souk_outbox_by_age (time<?"),
        Question("orders", "timers that are due", "SELECT * FROM souk_timer WHERE due_at <= ? ORDER BY due_at, id LIMIT 500", uses: "souk_timer_by_time (due_at<?)"),
        Question("orders", "the next timer", "SELECT min(due_at) FROM souk_timer WHERE due_at > ?", uses: "souk_timer_by_time (due_at>?)"),
        Question("orders", "a sandbox's timers that are due", "SELECT * FROM souk_timer WHERE tenant = ? AND due_at <= ? ORDER BY due_at, id LIMIT 1", uses: "souk_timer_by_due (tenant=? AND due_at<?)"),
        Question("orders", "a sandbox's next timer", "SELECT min(due_at) FROM souk_timer WHERE tenant = ? AND due_at > ?", uses: "souk_timer_by_due (tenant=? AND due_at>?)"),
        Question("orders", "one timer", "DELETE FROM souk_timer WHERE tenant = ? AND id = ? AND message_id = ?", uses: "PRIMARY KEY (tenant=? AND id=?)"),
        // Orders.
        Question("orders", "tickets of an order", "SELECT id FROM ticket WHERE tenant = ? AND order_id = ? ORDER BY position", uses: "(tenant=? AND order_id=?)"),
        Question("orders", "a buyer's orders", "SELECT id FROM orders WHERE tenant = ? AND buyer_id = ? ORDER BY placed_at DESC, id DESC LIMIT ? OFFSET ?", uses: "(tenant=? AND buyer_id=?)"),
        Question("orders", "a ticket by its serial", "SELECT id FROM ticket WHERE tenant = ? AND serial = ?", uses: "(tenant=? AND serial=?)"),
        Question("orders", "refunds of an order", "SELECT sum(amount) FROM refund WHERE tenant = ? AND order_id = ?", uses: "refund_by_order (tenant=? AND order_id=?)"),
        Question("orders", "somebody's memberships", "SELECT id FROM subscription WHERE tenant = ? AND user_id = ? ORDER BY id", uses: "subscription_by_user (tenant=? AND user_id=?)"),
        // Payments.
        Question("payments-stub", "another payment of an order", """
            SELECT status FROM payment WHERE tenant = ? AND order_id = ? AND id <> ? AND status IN ('processing', 'succeeded') ORDER BY status = 'succeeded' DESC LIMIT 1
            """, uses: "payment_by_order (tenant=? AND order_id=?)"),
        Question("payments-stub", "refunds of a payment", "SELECT id FROM refund WHERE tenant = ? AND payment_id = ? ORDER BY created_at, id", uses: "refund_by_payment (tenant=? AND payment_id=?)"),
        Question("payments-stub", "what an event has on hold", "SELECT sum(amount) FROM ledger_entry WHERE tenant = ? AND event_id = ? AND bucket = 'onHold'",
                 uses: "ledger_entry_by_event (tenant=? AND event_id=?"),
        Question("payments-stub", "calls to providers that are queued", "SELECT id, tries FROM provider_call WHERE tenant = ? AND state = 'queued' ORDER BY created_at, id LIMIT ?",
                 uses: "provider_call_queue (tenant=?)"),
        Question("payments-stub", "calls about an attempt", "SELECT id FROM provider_call WHERE tenant = ? AND payment_id = ? AND attempt = ? AND refund_id IS NULL ORDER BY id",
                 uses: "provider_call_of_attempt (tenant=? AND payment_id=? AND attempt=?)"),
        // Auth.
        Question("auth", "somebody's sessions", "SELECT id FROM session WHERE tenant = ? AND user_id = ? AND ended_at IS NULL AND expires_at > ? ORDER BY last_used_at DESC, id LIMIT ?",
                 uses: "session_by_user (tenant=? AND user_id=?)"),
        // Catalog.
        Question("catalog", "the list of events", """
            SELECT e.event_id FROM event e WHERE e.tenant = ? AND e.life = 'published' AND e.deleted_at IS NULL AND e.start_at > ? AND e.end_at > ? ORDER BY e.start_at, e.event_id LIMIT ?
            """, uses: "event_by_start (tenant=? AND life=? AND start_at>?)"),
        Question("catalog", "who waits for an event", "SELECT EXISTS (SELECT 1 FROM waitlist_entry WHERE tenant = ? AND event_id = ? AND state = 'waiting')",
                 uses: "waitlist_by_place (tenant=? AND event_id=?)"),
        Question("catalog", "an organizer's events", "SELECT event_id FROM event WHERE tenant = ? AND organizer_id = ? ORDER BY event_id", uses: "event_by_organizer (tenant=? AND organizer_id=?)"),
        Question("catalog", "claims that are held", "SELECT claim_id FROM claim WHERE tenant = ? AND scope_id = ? AND state = 'held' ORDER BY claim_id",
                 uses: "claim_held_by_end (tenant=? AND scope_id=?)"),
        Question("catalog", "stars of a shop", "SELECT stars, count(*) FROM shop_rating WHERE tenant = ? AND shop_id = ? GROUP BY stars", uses: "shop_rating_by_time (tenant=? AND shop_id=?)"),
        // Scheduling.
        Question("scheduling", "an artist's links", "SELECT id FROM booking_link WHERE tenant = ? AND artist_id = ? AND state = 'active' ORDER BY id",
                 uses: "booking_link_by_artist (tenant=? AND artist_id=?)"),
        Question("scheduling", "what a link holds", "SELECT id FROM slot_hold WHERE tenant = ? AND link_id = ? AND state = 'live' ORDER BY id", uses: "slot_hold_by_link (tenant=? AND link_id=?"),
        // Notifications.
        Question("notifications", "somebody's devices", "SELECT token FROM push_token WHERE tenant = ? AND user_id = ? ORDER BY session_id", uses: "push_token_by_user (tenant=? AND user_id=?)"),
        Question("notifications", "what waits under a key", """
            SELECT id FROM candidate WHERE tenant = ? AND recipient_id = ? AND collapse_key = ? AND state = 'held' ORDER BY id LIMIT 1
            """, uses: "candidate_collapsing (tenant=? AND recipient_id=? AND collapse_key=?)"),
        Question("notifications", "what waits of somebody", """
            SELECT id FROM candidate WHERE tenant = ? AND recipient_id = ? AND state IN ('held', 'batched') ORDER BY created_at, id
            """, uses: "candidate_waiting (tenant=? AND recipient_id=?)"),
        Question("notifications", "what is held", "SELECT id FROM candidate WHERE tenant = ? AND id > ? AND state = 'held' ORDER BY id LIMIT ?", uses: "candidate_held (tenant=? AND id>?)"),
        Question("notifications", "a page of the feed", """
            SELECT id FROM notification WHERE tenant = ? AND user_id = ? AND deleted = 0 ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?
            """, uses: "notification_feed (tenant=? AND user_id=?)"),
        Question("notifications", "messages of a notification", "SELECT channel, state FROM delivery WHERE tenant = ? AND notification_id = ?",
                 uses: "delivery_of_notification (tenant=? AND notification_id=?)"),
        Question("notifications", "what a sender takes next", """
            SELECT id FROM delivery WHERE tenant = ? AND channel = ? AND state = 'queued' AND priority <= ? ORDER BY priority, created_at, id LIMIT ?
            """, uses: "delivery_queue (tenant=? AND channel=? AND priority<?)"),
        Question("notifications", "how a campaign stands", "SELECT state, count(*) FROM candidate WHERE tenant = ? AND campaign_id = ? GROUP BY state",
                 uses: "candidate_of_campaign (tenant=? AND campaign_id=?)"),
    ]

    @Test("What is asked all the time is found by its index", arguments: questions)
    func plan(_ question: Question) throws {
        let service = try #require(InstalledServices.named(ServiceName(question.service)))
        let plan = try Self.plan(of: question.sql, service)
        #expect(plan.contains(question.plan), "\(plan)")
        #expect(!plan.contains("(tenant=?)"), "reads everything a tenant has: \(plan)")
    }

    @Test("A table's statistics stand with its schema: they are the same in a file that is opened again, and follow a migration", arguments: InstalledServices.all.map { $0.name.rawValue })
    func statistics(_ name: String) throws {
        let service = try #require(InstalledServices.named(ServiceName(name)))
        let folder = NSTemporaryDirectory() + "souk-plans-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let migrations = Self.migrations(of: service)
        // As a file of an older program: some migrations, and no statistics.
        let old = try ShardFile(path: "\(folder)/p0.sqlite", migrations: Array(migrations.prefix(1)))
        try old.pool.write { try $0.execute(sql: "DELETE FROM sqlite_stat1") }
        old.close()
        let grown = try Self.statistics(of: ShardFile(path: "\(folder)/p0.sqlite", migrations: migrations))
        let again = try Self.statistics(of: ShardFile(path: "\(folder)/p0.sqlite", migrations: migrations))
        let fresh = try Self.statistics(of: ShardFile(path: "\(folder)/p1.sqlite", migrations: migrations))
        #expect(grown == fresh)
        #expect(again == fresh)
        #expect(!fresh.isEmpty)
    }

    @Test("A row is checked without building a table for it", arguments: InstalledServices.all.map { $0.name.rawValue })
    func checks(_ name: String) throws {
        let service = try #require(InstalledServices.named(ServiceName(name)))
        let folder = NSTemporaryDirectory() + "souk-plans-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try ShardFile(path: "\(folder)/p0.sqlite", migrations: Self.migrations(of: service))
        defer { file.close() }
        let slow = try file.pool.read { db in
            try ShardContents.tables(db).filter { table in
                try Row.fetchAll(db, sql: "EXPLAIN INSERT INTO \"\(table)\" DEFAULT VALUES").contains { $0["opcode"] == "OpenEphemeral" }
            }
        }
        #expect(slow.isEmpty, "a CHECK holds a list of more than two values that is not spelled out")
    }

    @Test("A check that is spelled out takes and refuses the same values")
    func spelledOut() throws {
        let folder = NSTemporaryDirectory() + "souk-plans-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try ShardFile(path: "\(folder)/p0.sqlite", migrations: [Lists.self])
        defer { file.close() }
        func isTaken(_ one: String?, _ other: String?) throws -> Bool {
            do {
                try file.pool.write { try $0.execute(sql: "INSERT INTO lists (one, other) VALUES (?, ?)", arguments: [one, other]) }
                return true
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT { return false }
        }
        #expect(try isTaken("a", "x"))
        #expect(try isTaken("c)d", "x"))
        #expect(try isTaken(nil, nil))
        #expect(try !isTaken("e", "x"))
        #expect(try !isTaken("a", "r"))
        #expect(try isTaken("b", "r"))
        let sql = try file.pool.read { try String.fetchOne($0, sql: "SELECT sql FROM sqlite_master WHERE name = 'list_of_some'") }
        #expect(sql?.contains("one IN ('a', 'b', 'c)d')") == true, "an index is asked for as it was written")
    }
    private enum Lists: Migration {
        static let name = "0001_Lists"
        static let sql = """
            CREATE TABLE lists (
                id INTEGER PRIMARY KEY, one TEXT CHECK (one IN ('a', 'b',
                    'c)d')), other TEXT,
                CHECK (other NOT IN ('p', 'q', 'r') OR (one IS NOT NULL AND one IN ('b', 'c)d')))
            ) STRICT;
            CREATE INDEX list_of_some ON lists (other) WHERE one IN ('a', 'b', 'c)d');
            """
    }

    private static func statistics(of file: ShardFile) throws -> Set<[String?]> {
        defer { file.close() }
        return try file.pool.read { db in Set(try Row.fetchAll(db, sql: "SELECT tbl, idx, stat FROM sqlite_stat1").map { [$0[0], $0[1], $0[2]] as [String?] }) }
    }
    private static func plan(of sql: String, _ service: any PlatformService.Type) throws -> String {
        let folder = NSTemporaryDirectory() + "souk-plans-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try ShardFile(path: "\(folder)/p0.sqlite", migrations: migrations(of: service))
        defer { file.close() }
        // On a reader: it must have seen what the writer wrote last.
        return try file.pool.read { db in
            let places = DatabaseValue.null
            let arguments = StatementArguments(Array(repeating: places, count: sql.count { $0 == "?" }))
            return try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments).map { $0["detail"] as String }.joined(separator: "; ")
        }
    }
    private static func migrations(of service: any PlatformService.Type) -> [any Migration.Type] { SchemaRulesTests.migrations(of: service) }
}
