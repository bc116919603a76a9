import Storage

/// Tickets of an order that were refunded: digests leave out a sale whose tickets all went back.
enum KnowRefundedTickets: Migration {
    static let name = "0015_KnowRefundedTickets"
    static let sql = """
        CREATE TABLE refunded_ticket (
            tenant TEXT NOT NULL, order_id TEXT NOT NULL, ticket_id TEXT NOT NULL,
            PRIMARY KEY (tenant, order_id, ticket_id)
        ) STRICT, WITHOUT ROWID;
        """
}
