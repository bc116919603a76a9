import Storage

/// What of an order's money went back: deleting an event gives back the rest.
enum CreateOrderRefunds: Migration {
    static let name = "0013_CreateOrderRefunds"
    static let sql = """
        CREATE TABLE order_refund (
            tenant TEXT NOT NULL, order_id TEXT NOT NULL, total INTEGER NOT NULL,
            PRIMARY KEY (tenant, order_id)
        ) STRICT, WITHOUT ROWID;
        """
}
