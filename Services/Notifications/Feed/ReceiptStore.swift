import GRDB
import Kernel

/// Rows of what recipients did with messages, and the numbers made of everything.
package struct ReceiptStore {
    package let database: Database
    package let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    /// The first time of each kind counts. False: it was known.
    package func add(_ kind: String, _ notification: String, of user: User.ID, at: Timestamp) throws -> Bool {
        try database.cachedStatement(
            sql: "INSERT INTO receipt (tenant, user_id, notification_id, kind, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING")
            .execute(arguments: [tenant.rawValue, user.rawValue, notification, kind, at.millisecondsSinceEpoch])
        return database.changesCount > 0
    }

    package struct Line {
        package var decided = 0, sent = 0, emailed = 0, feedOnly = 0, dropped = 0, delivered = 0, opened = 0, acted = 0
        package var recipients: Set<String> = []
    }
    package struct Totals {
        package var lines: [String: Line] = [:]
        package var sends = 0, eventTriggered = 0, complaints = 0
        package var recipients: Set<String> = []
    }
    /// Between two instants, by a column of the evaluations (`hour`: of the tenant's clock, in `zone`).
    package func totals(from: Timestamp, to: Timestamp, by key: String, zone: TimeZoneRules) throws -> Totals {
        var totals = Totals()
        let rows = try Row.fetchCursor(database, sql: """
            SELECT type, category, coalesce(variant, ''), decision, recipient_id, at, is_event_triggered,
                EXISTS (SELECT 1 FROM receipt r WHERE r.tenant = e.tenant AND r.notification_id = e.candidate_id AND r.kind = 'delivered'),
                EXISTS (SELECT 1 FROM receipt r WHERE r.tenant = e.tenant AND r.notification_id = e.candidate_id AND r.kind = 'opened'),
                EXISTS (SELECT 1 FROM receipt r WHERE r.tenant = e.tenant AND r.notification_id = e.candidate_id AND r.kind = 'acted')
            FROM evaluation e WHERE tenant = ? AND at >= ? AND at < ?
            """, arguments: [tenant.rawValue, from.millisecondsSinceEpoch, to.millisecondsSinceEpoch])
        while let row = try rows.next() {
            let at = Timestamp(millisecondsSinceEpoch: row[5])
            let name: String = switch key {
            case "type": row[0]
            case "hour": String(zone.local(at).hour)
            case "variant": row[2]
            default: row[1]
            }
            var line = totals.lines[name] ?? Line()
            line.decided += 1
            switch row[3] as String {
            case "send":
                line.sent += 1
                line.recipients.insert(row[4])
                totals.sends += 1
                totals.recipients.insert(row[4])
                if row[6] as Bool { totals.eventTriggered += 1 }
                if row[7] as Bool { line.delivered += 1 }
                if row[8] as Bool { line.opened += 1 }
                if row[9] as Bool { line.acted += 1 }
            case "email_instead": line.emailed += 1
            case "feed_only": line.feedOnly += 1
            case "drop": line.dropped += 1
            default: break  // Holding and batching are no ends; `decided` has counted them.
            }
            totals.lines[name] = line
        }
        totals.complaints =
            try Int.fetchOne(database, sql: "SELECT count(*) FROM receipt WHERE tenant = ? AND kind = 'too_many' AND at >= ? AND at < ?",
                             arguments: [tenant.rawValue, from.millisecondsSinceEpoch, to.millisecondsSinceEpoch]) ?? 0
        return totals
    }
}
