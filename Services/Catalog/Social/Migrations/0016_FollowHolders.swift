import Storage

/// Tickets that were handed over: who has them, and who paid for the seat.
enum FollowHolders: Migration {
    static let name = "0016_FollowHolders"
    static let sql = """
        CREATE TABLE received_ticket (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL, ticket_id TEXT NOT NULL,
            holder_id TEXT NOT NULL, buyer_id TEXT NOT NULL,
            PRIMARY KEY (tenant, event_id, ticket_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX received_ticket_by_holder ON received_ticket (tenant, holder_id, event_id);
        CREATE INDEX received_ticket_by_buyer ON received_ticket (tenant, buyer_id, event_id);
        """
}
