import Storage

/// Marks each order as released, because a released event may be moved into the future and sell again.
enum ReleaseOrders: Migration {
    static let name = "0007_ReleaseOrders"
    static let sql = """
        ALTER TABLE order_earning ADD COLUMN released INTEGER NOT NULL DEFAULT 0 CHECK (released IN (0, 1));
        UPDATE order_earning SET released = 1 WHERE EXISTS (SELECT 1 FROM event_earning e
            WHERE e.tenant = order_earning.tenant AND e.event_id = order_earning.event_id AND e.released_at IS NOT NULL);
        """
}
