import Contracts
import GRDB
import Kernel
import Storage

/// Who holds tickets of an event: who bought them (`holding`), as far as they did not hand them over (`received_ticket`).
package struct HolderStore {
    let database: Database
    let tenant: TenantID
    package init(database: Database, tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    package func holds(_ user: User.ID, in event: EventID) throws -> Bool {
        try Bool.fetchOne(try database.cachedStatement(sql: """
            SELECT coalesce((SELECT bought FROM holding WHERE tenant = ?1 AND scope_id = ?2 AND user_id = ?3), 0)
                + (SELECT count(*) FROM received_ticket WHERE tenant = ?1 AND event_id = ?2 AND holder_id = ?3)
                - (SELECT count(*) FROM received_ticket WHERE tenant = ?1 AND event_id = ?2 AND buyer_id = ?3) > 0
            """), arguments: [tenant.rawValue, event.rawValue, user.rawValue]) ?? false
    }

    /// Events of which somebody holds tickets: as many bought or received as handed over are none.
    package func events(of user: User.ID) throws -> Set<String> {
        Set(try StoredRow.fetchAll(try database.cachedStatement(sql: """
            SELECT h.scope_id FROM holding h WHERE h.tenant = ?1 AND h.user_id = ?2 AND h.bought >
                (SELECT count(*) FROM received_ticket r WHERE r.tenant = ?1 AND r.event_id = h.scope_id AND r.buyer_id = ?2)
            UNION ALL SELECT event_id FROM received_ticket WHERE tenant = ?1 AND holder_id = ?2
            """), [tenant.rawValue, user.rawValue]).map { $0[0] as String })
    }

    /// How many people hold a ticket: the buyers, corrected by those who gave or were given some.
    package func count(in event: EventID) throws -> Int {
        let buyers = try ClaimStore(database: database, tenant: tenant).buyerCount(in: event.rawValue)
        let moved = try Int.fetchOne(try database.cachedStatement(sql: """
            SELECT coalesce(sum((coalesce(h.bought, 0) + m.tickets > 0) - (coalesce(h.bought, 0) > 0)), 0) FROM (
                SELECT user_id, sum(tickets) AS tickets FROM (
                    SELECT holder_id AS user_id, 1 AS tickets FROM received_ticket WHERE tenant = ?1 AND event_id = ?2
                    UNION ALL SELECT buyer_id, -1 FROM received_ticket WHERE tenant = ?1 AND event_id = ?2
                ) GROUP BY user_id
            ) m LEFT JOIN holding h ON h.tenant = ?1 AND h.scope_id = ?2 AND h.user_id = m.user_id
            """), arguments: [tenant.rawValue, event.rawValue]) ?? 0
        return buyers + moved
    }

    package func moved(_ former: IssuedTicket, to tickets: [IssuedTicket], of event: EventID, buyer: User.ID) throws {
        try ended([former], of: event)
        let statement = try database.cachedStatement(sql: """
            INSERT INTO received_ticket (tenant, event_id, ticket_id, holder_id, buyer_id) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """)
        for ticket in tickets {
            try statement.execute(arguments: [tenant.rawValue, event.rawValue, ticket.ticketId.rawValue, ticket.holderId.rawValue,
                                              buyer.rawValue])
        }
    }
    package func ended(_ tickets: [IssuedTicket], of event: EventID) throws {
        let statement = try database.cachedStatement(
            sql: "DELETE FROM received_ticket WHERE tenant = ? AND event_id = ? AND ticket_id = ?")
        for ticket in tickets { try statement.execute(arguments: [tenant.rawValue, event.rawValue, ticket.ticketId.rawValue]) }
    }
}
