import GRDB
import Kernel

/// Rows of `person`: the names this service shows, for one tenant.
package struct PersonStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    package func remember(_ id: User.ID, name: String, email: String?, phone: String?) throws {
        try db.cachedStatement(sql: """
            INSERT INTO person (tenant, id, name, email, phone) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (tenant, id) DO UPDATE SET name = excluded.name, email = excluded.email, phone = excluded.phone
            """).execute(arguments: [tenant, id.rawValue, name, email, phone])
    }

    package func name(of id: User.ID) throws -> String? {
        try String.fetchOne(try db.cachedStatement(sql: "SELECT name FROM person WHERE tenant = ? AND id = ?"), arguments: [tenant, id.rawValue])
    }

    /// The account with this address; capital and small ASCII letters are the same.
    package func find(email: String) throws -> User.ID? {
        try String.fetchOne(try db.cachedStatement(sql: """
            SELECT id FROM person WHERE tenant = ? AND lower(email) = lower(?) AND email IS NOT NULL ORDER BY id LIMIT 1
            """),
                            arguments: [tenant, email]).map { User.ID($0) }
    }

    /// Forgets a person: names go, money and tickets stay.
    package func erase(_ id: User.ID) throws {
        try db.cachedStatement(sql: "DELETE FROM person WHERE tenant = ? AND id = ?").execute(arguments: [tenant, id.rawValue])
        try db.cachedStatement(sql: "UPDATE ticket SET attendee_name = NULL WHERE tenant = ? AND holder_id = ?").execute(arguments: [tenant, id.rawValue])
        // What was answered at the door names people; texts of refunds were written by them.
        try db.cachedStatement(sql: """
            UPDATE check_in SET answer = json_replace(answer, '$.ticket.attendeeName', '')
            WHERE tenant = ?1 AND ticket_id IN (SELECT id FROM ticket WHERE tenant = ?1 AND holder_id = ?2)
            """).execute(arguments: [tenant, id.rawValue])
        try db.cachedStatement(sql: """
            UPDATE refund SET reason = NULL WHERE tenant = ?1 AND order_id IN (SELECT id FROM orders WHERE tenant = ?1 AND buyer_id = ?2)
            """).execute(arguments: [tenant, id.rawValue])
        try db.cachedStatement(sql: """
            DELETE FROM refund_reason WHERE tenant = ?1 AND (order_id IN (SELECT id FROM orders WHERE tenant = ?1 AND buyer_id = ?2)
                OR order_id IN (SELECT id FROM membership_order WHERE tenant = ?1 AND user_id = ?2))
            """).execute(arguments: [tenant, id.rawValue])
        try db.cachedStatement(sql: "DELETE FROM scanner WHERE tenant = ? AND user_id = ?").execute(arguments: [tenant, id.rawValue])
        try db.cachedStatement(sql: "UPDATE orders SET attendees = NULL WHERE tenant = ? AND buyer_id = ?").execute(arguments: [tenant, id.rawValue])
    }
}
