import Storage

/// The payment that a sale was paid with: refunds of another payment of the same order are none of the sale's.
enum KeepPaymentOfEarning: Migration {
    static let name = "0015_KeepPaymentOfEarning"
    static let sql = """
        ALTER TABLE order_earning ADD COLUMN payment_id TEXT;
        -- Where an order has only one payment that took money, it is that one.
        UPDATE order_earning SET payment_id = (SELECT min(p.id) FROM payment p
            WHERE p.tenant = order_earning.tenant AND p.order_id = order_earning.order_id
                AND (p.status = 'succeeded' OR p.status = 'partially_refunded' OR p.status = 'refunded') HAVING count(*) = 1);
        """
}
