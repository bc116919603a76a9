import Storage

/// A refund may succeed before its order is complete: the order's completion makes it a refund of a sale.
enum BookEarlierRefunds: Migration {
    static let name = "0013_BookEarlierRefunds"
    static let sql = """
        CREATE TRIGGER business_order_refunded_before AFTER UPDATE OF completed_at ON orders
        WHEN OLD.completed_at IS NULL AND NEW.completed_at IS NOT NULL AND NEW.organizer_id IS NOT NULL
            AND EXISTS (SELECT 1 FROM refund WHERE tenant = NEW.tenant AND order_id = NEW.id AND status = 'succeeded')
        BEGIN
            \(insert) WHERE r.tenant = NEW.tenant AND r.order_id = NEW.id AND o.id = NEW.id AND \(isRefundOfSale);
        END;
        \(insert) WHERE o.completed_at IS NOT NULL AND o.organizer_id IS NOT NULL AND \(isRefundOfSale)
            AND NOT EXISTS (SELECT 1 FROM business_fact f WHERE f.tenant = r.tenant AND f.event_id = o.event_id AND f.at = r.settled_at
                AND f.kind = 'refund' AND f.ref = r.id);
        """

    private static let insert = """
        INSERT INTO business_fact (tenant, event_id, at, kind, ref, organizer_id, ticket_type_id, user_id, units, amount, fee)
            SELECT o.tenant, o.event_id, r.settled_at, 'refund', r.id, o.organizer_id, '', NULL, 1, r.amount, r.fee
            FROM refund r JOIN orders o ON o.tenant = r.tenant AND o.id = r.order_id
        """
    private static let isRefundOfSale = "r.status = 'succeeded' AND r.payment_id IS o.payment_id"
}
