import Storage

package enum CreateRefundCharges: Migration {
    package static let name = "0014_CreateRefundCharges"
    package static let sql = """
        -- Refunds that people made in an app with books.
        CREATE TABLE refund_charge (
            tenant TEXT NOT NULL, refund_id TEXT NOT NULL, payment_id TEXT NOT NULL, order_id TEXT NOT NULL,
            -- Minor units; of these, what takes the place of a refund that failed and is in the books already.
            amount INTEGER NOT NULL CHECK (amount > 0), replaces INTEGER NOT NULL CHECK (replaces BETWEEN 0 AND amount),
            charged_to TEXT NOT NULL CHECK (charged_to IN ('platform', 'restaurant')),
            -- Whether who asked has a limit for each order.
            limited INTEGER NOT NULL CHECK (limited IN (0, 1)),
            PRIMARY KEY (tenant, refund_id),
            FOREIGN KEY (tenant, refund_id) REFERENCES refund (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX refund_charge_by_payment ON refund_charge (tenant, payment_id);
        CREATE INDEX refund_charge_by_order ON refund_charge (tenant, order_id) WHERE limited = 1;
        """
}
