import Storage

/// An order may have payments of different kinds side by side: its own, one for a late tip, one for a balance.
enum AddPaymentPurpose: Migration {
    static let name = "0016_AddPaymentPurpose"
    static let sql = """
        -- Null: the payment of the order, made by a service that knows no other kind.
        ALTER TABLE payment ADD COLUMN purpose TEXT CHECK (purpose IN ('order', 'tip', 'balance'));
        """
}
