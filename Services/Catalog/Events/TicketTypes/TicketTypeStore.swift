import CatalogKit
import Contracts
import GRDB
import Kernel
import Storage

/// Ticket types with their stock: a type is a resource of the claim tables, under its own id.
package struct TicketTypeStore {
    let database: Database
    let tenant: TenantID
    package init(database: Database, tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    package func of(_ event: EventID) throws -> [TicketType] {
        let statement = try database.cachedStatement(sql: """
            SELECT t.ticket_type_id, t.name, t.description, t.price, r.quantity, r.sold, r.held, r.offered, t.min_per_order,
            t.max_per_order, t.sales_start,
                t.sales_end,
                t.is_paused, t.position, t.gross
            FROM ticket_type t JOIN resource r ON r.tenant = t.tenant AND r.resource_id = t.ticket_type_id
            WHERE t.tenant = ? AND t.event_id = ?
            """)
        let types = try StoredRow.fetchAll(statement, arguments: [tenant.rawValue, event.rawValue]).map(Self.type)
        // A handful: sorting here spares the statement a temporary table.
        return types.sorted { ($0.position, $0.id) < ($1.position, $1.id) }
    }

    private static func type(_ row: StoredRow) -> TicketType {
        func time(_ column: Int) -> Timestamp? { (row[column] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) } }
        return TicketType(id: TicketTypeID(row[0] as String), name: row[1], description: row[2], price: row[3],
                          stock: Stock(quantity: row[4], sold: row[5], held: row[6], offered: row[7]), minPerOrder: row[8],
                          maxPerOrder: row[9],
                          salesStart: time(10), salesEnd: time(11), isPaused: row[12], position: row[13], gross: row[14])
    }

    /// Inserts or changes a type. Its stock's quantity is set; what is sold and held stays as it is, except for a type that is new.
    package func save(_ type: TicketType, of event: EventID) throws {
        try ClaimStore(database: database, tenant: tenant).save(type.resource, of: .event(event))
        try database.cachedStatement(sql: """
            INSERT INTO ticket_type (tenant, event_id, ticket_type_id, name, name_folded, description, price, min_per_order,
            max_per_order, sales_start,
                sales_end,
                is_paused, position, gross)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, event_id, ticket_type_id) DO UPDATE SET name = excluded.name, name_folded = excluded.name_folded,
                description = excluded.description,
                price = excluded.price, min_per_order = excluded.min_per_order, max_per_order = excluded.max_per_order,
            sales_start = excluded.sales_start,
                sales_end = excluded.sales_end, is_paused = excluded.is_paused, position = excluded.position
            """).run([
                tenant.rawValue, event.rawValue, type.id.rawValue, type.name, type.name.caseFolded, type.description, type.price,
                type.minPerOrder,
                    type.maxPerOrder,
                type.salesStart?.millisecondsSinceEpoch, type.salesEnd?.millisecondsSinceEpoch, type.isPaused, type.position, type.gross,
            ])
    }

    /// Writes a whole list. Names are moved out of the way first, so that two types may swap theirs.
    package func save(_ types: [TicketType], removed: [TicketType], of event: EventID) throws {
        // A removed type has no tickets left, but money paid for them may not have been refunded.
        let orphaned = removed.reduce(0) { $0 + $1.gross }
        for type in removed { try delete(type.id, of: event) }
        try database.cachedStatement(
            sql: "UPDATE ticket_type SET name_folded = char(0) || ticket_type_id WHERE tenant = ? AND event_id = ?")
            .run([tenant.rawValue, event.rawValue])
        for type in types { try save(type, of: event) }
        if orphaned != 0, let heir = types.first { try addGross(orphaned, to: heir.id, of: event) }
    }

    /// Only a type nobody holds or has. Its stock row stays: claims of the past name it.
    package func delete(_ id: TicketTypeID, of event: EventID) throws {
        try database.cachedStatement(sql: "DELETE FROM ticket_type WHERE tenant = ? AND event_id = ? AND ticket_type_id = ?")
            .run([tenant.rawValue, event.rawValue, id.rawValue])
    }

    /// Subtracts refunded money of an event (negative: money that stays after all): first from the named types, then
    /// from the others, up to what was paid for each.
    package func takeGross(_ amount: Int, of event: EventID, first named: [TicketTypeID]) throws {
        guard amount != 0 else { return }
        let types = try of(event)
        let order = types.filter { named.contains($0.id) } + types.filter { !named.contains($0.id) }
        var rest = amount
        for type in order where rest > 0 && type.gross > 0 {
            try addGross(-min(rest, type.gross), to: type.id, of: event)
            rest -= min(rest, type.gross)
        }
        if rest != 0, let type = order.first { try addGross(-rest, to: type.id, of: event) }
    }

    /// Face value that came in (or, negative, went back) for a type.
    package func addGross(_ amount: Int, to id: TicketTypeID, of event: EventID) throws {
        try database.cachedStatement(
            sql: "UPDATE ticket_type SET gross = gross + ? WHERE tenant = ? AND event_id = ? AND ticket_type_id = ?")
            .run([amount, tenant.rawValue, event.rawValue, id.rawValue])
    }
}
