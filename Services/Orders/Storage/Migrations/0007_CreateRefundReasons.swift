import Storage

/// What was typed at a refund by hand, until its money is back.
enum CreateRefundReasons: Migration {
    static let name = "0007_CreateRefundReasons"
    static let sql = """
        CREATE TABLE refund_reason (
            tenant TEXT NOT NULL, refund_id TEXT NOT NULL, order_id TEXT NOT NULL, reason TEXT NOT NULL,
            PRIMARY KEY (tenant, refund_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX refund_reason_by_order ON refund_reason (tenant, order_id);
        """
}
