import Storage

/// The cause of a cancellation as a code, apart from what a person wrote about it.
enum AddCancelCauses: Migration {
    static let name = "0028_AddCancelCauses"
    static let sql = """
        ALTER TABLE subscription ADD COLUMN cancel_cause TEXT CHECK (cancel_cause IN ('voided', 'erased', 'refunded', 'cancelled'));
        -- Earlier rows have a code or a person's text as the reason. Sales and orders tell which periods a shop took back and
        -- which were refunded.
        UPDATE subscription SET cancel_cause = CASE
            WHEN EXISTS (SELECT 1 FROM activation a WHERE a.tenant = subscription.tenant AND a.id = subscription.activation_id
                AND a.status = 'voided') THEN 'voided'
            WHEN EXISTS (SELECT 1 FROM membership_order o WHERE o.tenant = subscription.tenant AND o.id = subscription.order_id
                AND o.status = 'refunded') THEN 'refunded'
            WHEN cancel_reason = 'erased' THEN 'erased'
            ELSE 'cancelled' END
        WHERE status = 'cancelled';
        """
}
