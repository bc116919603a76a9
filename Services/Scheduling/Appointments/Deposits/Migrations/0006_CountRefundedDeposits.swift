import Storage

/// Deposits can be refunded in parts. Before this migration they were refunded in full.
enum CountRefundedDeposits: Migration {
    static let name = "0006_CountRefundedDeposits"
    static let sql = """
        ALTER TABLE appointment ADD COLUMN deposit_received INTEGER;
        ALTER TABLE appointment ADD COLUMN deposit_refunded INTEGER NOT NULL DEFAULT 0;
        UPDATE appointment SET deposit_refunded = deposit_amount WHERE deposit_status = 'refunded';
        """
}
