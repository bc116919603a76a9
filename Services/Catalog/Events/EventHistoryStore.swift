import Contracts
import Foundation
import GRDB
import Kernel

/// What was done to an event, and what is about to be.
package struct EventHistoryStore {
    let database: Database
    let tenant: TenantID

    package struct Entry: Codable, Sendable, Equatable {
        package let at: Timestamp
        package let actorId: User.ID
        package let version: Int
        package let changes: [EventFields.Change]
    }

    package func add(_ changes: [EventFields.Change], to event: EventID, version: Int, by actor: User.ID, at now: Timestamp) throws {
        try database.cachedStatement(
            sql: "INSERT INTO event_change (tenant, event_id, version, at, actor_id, changes) VALUES (?, ?, ?, ?, ?, ?)")
            .execute(arguments: [tenant.rawValue, event.rawValue, version, now.millisecondsSinceEpoch, actor.rawValue,
                String(decoding: try JSON.encode(changes), as: UTF8.self)])
    }

    /// Newest first.
    package func page(of event: EventID, limit: Int, offset: Int) throws -> (entries: [Entry], total: Int) {
        let total = try Int.fetchOne(database, sql: "SELECT count(*) FROM event_change WHERE tenant = ? AND event_id = ?",
                                     arguments: [tenant.rawValue,
                                         event.rawValue]) ?? 0
        let rows = try Row.fetchAll(database, sql: """
            SELECT at, actor_id, version, changes FROM event_change WHERE tenant = ? AND event_id = ? ORDER BY version DESC LIMIT ? OFFSET ?
            """, arguments: [tenant.rawValue, event.rawValue, limit, offset])
        return (try rows.map {
            Entry(at: Timestamp(millisecondsSinceEpoch: $0[0]).wholeSeconds, actorId: User.ID($0[1] as String), version: $0[2],
                  changes: try JSON.decode([EventFields.Change].self, from: Array(($0[3] as String).utf8)))
        }, total)
    }

    // MARK: - Edits that wait

    package func pendingEdit(of event: EventID) throws -> (edit: EventEdit, savedAt: Timestamp)? {
        let row = try Row.fetchOne(database, sql: "SELECT edit, saved_at FROM event_pending_edit WHERE tenant = ? AND event_id = ?",
            arguments: [tenant.rawValue, event.rawValue])
        return try row.map {
            (try JSON.decode(EventEdit.self, from: Array(($0[0] as String).utf8)), Timestamp(millisecondsSinceEpoch: $0[1]))
        }
    }
    package func savePendingEdit(_ edit: EventEdit, of event: EventID, at now: Timestamp) throws {
        try database.execute(sql: """
            INSERT INTO event_pending_edit (tenant, event_id, edit, saved_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (tenant, event_id) DO UPDATE SET edit = excluded.edit, saved_at = excluded.saved_at
            """, arguments: [tenant.rawValue, event.rawValue, String(decoding: try JSON.encode(edit), as: UTF8.self),
                             now.millisecondsSinceEpoch])
    }
    package func dropPendingEdit(of event: EventID) throws {
        try database.execute(sql: "DELETE FROM event_pending_edit WHERE tenant = ? AND event_id = ?",
                             arguments: [tenant.rawValue, event.rawValue])
    }

    // MARK: - Deletion

    /// What ended with a deleted event, as it stood then: afterwards tickets and money go back.
    package struct DeletionCosts: Sendable, Equatable {
        let tickets: Int
        let attendees: Int
        /// Minor units.
        let refundTotal: Int
    }

    /// - Parameter costs: nil: nothing was sold, or nothing that was sold ends.
    package func rememberDeletion(of event: EventID, from life: String, ticketsCancelled: Int, costs: DeletionCosts?) throws {
        try database.execute(sql: """
            UPDATE event SET deleted_life = ?, tickets_cancelled = tickets_cancelled + ?, deleted_tickets = ?, deleted_attendees = ?,
                deleted_refunds = ? WHERE tenant = ? AND event_id = ?
            """, arguments: [life, ticketsCancelled, costs?.tickets, costs?.attendees, costs?.refundTotal, tenant.rawValue, event.rawValue])
    }
    package func deletionCosts(of event: EventID) throws -> DeletionCosts? {
        try Row.fetchOne(database, sql: """
            SELECT deleted_tickets, deleted_attendees, deleted_refunds FROM event WHERE tenant = ? AND event_id = ?
            AND deleted_tickets IS NOT NULL
            """, arguments: [tenant.rawValue, event.rawValue])
            .map { DeletionCosts(tickets: $0[0], attendees: $0[1], refundTotal: $0[2]) }
    }
    package func rememberCancellation(of event: EventID, ticketsCancelled: Int) throws {
        try database.execute(sql: "UPDATE event SET tickets_cancelled = tickets_cancelled + ? WHERE tenant = ? AND event_id = ?",
                             arguments: [ticketsCancelled, tenant.rawValue, event.rawValue])
    }
    package func deletion(of event: EventID) throws -> (life: String, ticketsCancelled: Int)? {
        try Row.fetchOne(database,
                         sql: """
                             SELECT deleted_life, tickets_cancelled FROM event WHERE tenant = ? AND event_id = ?
                             AND deleted_life IS NOT NULL
                             """,
                         arguments: [tenant.rawValue, event.rawValue]).map { ($0[0], $0[1]) }
    }
    package func forgetDeletion(of event: EventID) throws {
        try database.execute(sql: "UPDATE event SET deleted_life = NULL WHERE tenant = ? AND event_id = ?",
                             arguments: [tenant.rawValue, event.rawValue])
    }
    /// A draft that was deleted long ago goes, with everything that hangs on it.
    package func purge(_ event: EventID) throws {
        try database.execute(sql: "DELETE FROM event WHERE tenant = ? AND event_id = ? AND life = 'draft'",
                             arguments: [tenant.rawValue, event.rawValue])
    }
}
