import Storage

/// How much of each order was refunded: deleting an event refunds the rest.
enum CreateOrderRefunds: Migration {
    static let name = "0013_CreateOrderRefunds"
    static let sql = """
        CREATE TABLE order_refund (
            tenant TEXT NOT NULL, order_id TEXT NOT NULL, total INTEGER NOT NULL,
            PRIMARY KEY (tenant, order_id)
        ) STRICT, WITHOUT ROWID;
        """
}
