import Storage

/// The typed reason of a refund by hand, until the refund succeeds or fails.
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
