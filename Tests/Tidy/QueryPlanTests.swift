import Contracts
import Foundation
import GRDB
import Kernel
import ServiceKit
import SoukTool
import Storage
import Testing

@Suite("Tidy: query plans")
struct QueryPlanTests {
    /// The statements of a service's sources that stand there whole, and of the platform below it, on the tables of the service.
    private struct Judged: Sendable {
        let service: ServiceName
        let plans: [StatementPlan]
        let tables: Set<String>

        init(_ service: any PlatformService.Type) throws {
            let folder = try #require(Platform.services.first { $0.name == service.name }).folder
            let folders = ["Services/\(folder)/", "Shared/Messaging/", "Shared/Storage/", "Shared/ServiceKit/"]
            let files = SourceTree.swift.filter { file in
                !file.folders.contains("Migrations") && folders.contains { file.path.hasPrefix($0) }
            }
            self.service = service.name
            (plans, tables) = try StatementPlan.withFile(of: service) { db in
                let plans = try Set(files.flatMap(SourceStatements.of)).sorted().compactMap { sql in
                    do {
                        return try StatementPlan(sql, in: db)
                    } catch is DatabaseError { return nil }  // Tables of another file, or the beginning of a statement.
                }
                return try (plans, Set(ShardContents.tables(db)))
            }
        }
    }
    private static let judged = Result { try InstalledServices.all.map { try Judged($0) } }

    @Test("No statement of the sources reads all rows of a tenant from a table that grows", arguments: Topics.services)
    func whole(_ name: ServiceName) throws {
        let judged = try #require(try Self.judged.get().first { $0.service == name })
        #expect(judged.plans.count > 100, "hardly any statement was found or understood")
        let found = WholeReads.found(in: judged.plans, tables: judged.tables)
        #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    }

    @Test("What may read all rows still does and is still there")
    func allowed() throws {
        let whole = try Self.judged.get().flatMap { judged in
            judged.plans.filter { !$0.readWhole(tables: judged.tables.subtracting(WholeReads.smallTables)).isEmpty }
        }
        let unused = WholeReads.allowed.map(\.part).filter { part in !whole.contains { $0.sql.contains(part) } }
        #expect(unused.isEmpty, "take off the list: \(unused)")
    }

    /// What is asked all the time, by a part of the statement as it stands in the sources, and how its index finds it.
    struct Question: Sendable, CustomTestStringConvertible {
        let service, part, plan: String
        var testDescription: String { "\(service): \(part)" }
        init(_ service: String, _ part: String, uses plan: String) { (self.service, self.part, self.plan) = (service, part, plan) }
    }

    static let questions = [
        Question("orders", "FROM souk_outbox WHERE position > ? ORDER BY position LIMIT", uses: "INTEGER PRIMARY KEY (rowid>?)"),
        Question("orders", "FROM souk_inbox WHERE received_at < ? LIMIT ?", uses: "souk_inbox_by_age (received_at<?)"),
        Question("orders", "FROM souk_outbox WHERE time < ? AND position <= ?", uses: "souk_outbox_by_age (time<?"),
        Question("orders", "FROM souk_timer WHERE due_at <= ? ORDER BY due_at, id LIMIT ?", uses: "souk_timer_by_time (due_at<?)"),
        Question("orders", "SELECT min(due_at) FROM souk_timer WHERE due_at > ?", uses: "souk_timer_by_time (due_at>?)"),
        Question("orders", "FROM souk_timer WHERE tenant = ? AND due_at <= ? ORDER BY due_at, id LIMIT ?",
                 uses: "souk_timer_by_due (tenant=? AND due_at<?)"),
        Question("orders", "SELECT min(due_at) FROM souk_timer WHERE tenant = ? AND due_at > ?",
                 uses: "souk_timer_by_due (tenant=? AND due_at>?)"),
        Question("orders", "DELETE FROM souk_timer WHERE tenant = ? AND id = ? AND message_id = ?",
                 uses: "PRIMARY KEY (tenant=? AND id=?)"),
        Question("orders", "FROM ticket WHERE tenant = ? AND order_id = ? ORDER BY position", uses: "(tenant=? AND order_id=?)"),
        Question("orders", "FROM ticket WHERE tenant = ? AND serial = ?", uses: "(tenant=? AND serial=?)"),
        Question("orders", "FROM refund WHERE tenant = ? AND order_id = ?", uses: "refund_by_order (tenant=? AND order_id=?)"),
        Question("orders", "FROM subscription WHERE tenant = ? AND user_id = ? ORDER BY id",
                 uses: "subscription_by_user (tenant=? AND user_id=?)"),
        Question("payments-stub", "SELECT status FROM payment WHERE tenant = ? AND order_id = ? AND id <> ?",
                 uses: "payment_by_order (tenant=? AND order_id=?)"),
        Question("payments-stub", "FROM refund WHERE tenant = ? AND payment_id = ?", uses: "refund_by_payment (tenant=? AND payment_id=?)"),
        Question("payments-stub", "FROM ledger_entry WHERE tenant = ? AND event_id = ? AND bucket = 'onHold'",
                 uses: "ledger_entry_by_event (tenant=? AND event_id=?"),
        Question("payments-stub", "FROM provider_call WHERE tenant = ? AND state = 'queued'", uses: "provider_call_queue (tenant=?)"),
        Question("payments-stub", "FROM provider_call WHERE tenant = ? AND payment_id = ? AND attempt = ?",
                 uses: "provider_call_of_attempt (tenant=? AND payment_id=? AND attempt=?)"),
        Question("payments-stub", "FROM webhook_message WHERE tenant = ? AND user_id = ?",
                 uses: "webhook_message_of_user (tenant=? AND user_id=?)"),
        Question("payments-stub", "FROM webhook_delivery WHERE tenant = ? AND endpoint_id = ? AND status = 'queued'",
                 uses: "webhook_delivery_queue (tenant=? AND endpoint_id=?)"),
        Question("auth", "FROM session WHERE tenant = ? AND user_id = ? AND ended_at IS NULL AND expires_at > ?",
                 uses: "session_by_user (tenant=? AND user_id=?)"),
        Question("auth", "SELECT max(registration_number) FROM account",
                 uses: "account_by_registration (tenant=? AND registration_number>?)"),
        Question("catalog", "FROM waitlist_entry WHERE tenant = ? AND listing_id = ? AND state = 'waiting'",
                 uses: "waitlist_by_place (tenant=? AND listing_id=?)"),
        Question("catalog", "FROM event WHERE tenant = ? AND organizer_id = ? ORDER BY event_id",
                 uses: "event_by_organizer (tenant=? AND organizer_id=?)"),
        Question("catalog", "FROM claim WHERE tenant = ? AND scope_id = ? AND state = 'held' ORDER BY claim_id",
                 uses: "claim_held_by_end (tenant=? AND scope_id=?)"),
        Question("catalog", "FROM shop_rating WHERE tenant = ? AND shop_id = ? GROUP BY stars",
                 uses: "shop_rating_by_time (tenant=? AND shop_id=?)"),
        Question("scheduling", "FROM booking_link WHERE tenant = ? AND artist_id = ? AND state = 'active'",
                 uses: "booking_link_by_artist (tenant=? AND artist_id=?)"),
        Question("scheduling", "FROM slot_hold WHERE tenant = ? AND link_id = ? AND state = 'live'",
                 uses: "slot_hold_by_link (tenant=? AND link_id=?"),
        Question("notifications", "FROM push_token WHERE tenant = ? AND user_id = ?", uses: "push_token_by_user (tenant=? AND user_id=?)"),
        Question("notifications", "DELETE FROM push_token WHERE tenant = ? AND token = ?",
                 uses: "push_token_by_token (tenant=? AND token=?)"),
        Question("notifications", "AND recipient_id = ? AND collapse_key = ? AND state = 'held'",
                 uses: "candidate_collapsing (tenant=? AND recipient_id=? AND collapse_key=?)"),
        Question("notifications", "WHERE tenant = ? AND recipient_id = ? AND state IN ('held', 'batched')",
                 uses: "candidate_waiting (tenant=? AND recipient_id=?)"),
        Question("notifications", "FROM delivery WHERE tenant = ? AND notification_id = ?",
                 uses: "delivery_of_notification (tenant=? AND notification_id=?)"),
        Question("notifications", "FROM candidate WHERE tenant = ? AND campaign_id = ? GROUP BY state",
                 uses: "candidate_of_campaign (tenant=? AND campaign_id=?)"),
    ]

    @Test("What is asked all the time is found by its index", arguments: questions)
    func plan(_ question: Question) throws {
        let plans = try Self.judged.get().filter { $0.service.rawValue == question.service }.flatMap(\.plans).filter {
            $0.sql.contains(question.part)
        }
        #expect(!plans.isEmpty, "no statement of the sources holds this any more")
        for plan in plans { #expect(plan.text.contains(question.plan), "\(plan.sql)\n\(plan.text)") }
    }

    @Test("A table's statistics stand with its schema: they are the same in a file that is opened again, and follow a migration",
          arguments: InstalledServices.all.map { $0.name.rawValue })
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
        return try file.pool.read { db in
            Set(try Row.fetchAll(db, sql: "SELECT tbl, idx, stat FROM sqlite_stat1").map { [$0[0], $0[1], $0[2]] as [String?] })
        }
    }
    private static func migrations(of service: any PlatformService.Type) -> [any Migration.Type] {
        SchemaRulesTests.migrations(of: service)
    }
}
