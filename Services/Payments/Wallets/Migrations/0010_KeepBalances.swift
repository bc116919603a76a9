import Storage

/// Keeps the sums that wallets and earnings show: an organizer may have a hundred thousand lines.
enum KeepBalances: Migration {
    static let name = "0010_KeepBalances"
    static let sql = """
        CREATE TABLE ledger_balance (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, bucket TEXT NOT NULL,
            balance INTEGER NOT NULL, entries INTEGER NOT NULL CHECK (entries > 0),
            PRIMARY KEY (tenant, user_id, bucket)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO ledger_balance SELECT tenant, user_id, bucket, sum(amount), count(*) FROM ledger_entry GROUP BY tenant, user_id, bucket;
        CREATE TRIGGER ledger_balance_follows AFTER INSERT ON ledger_entry BEGIN
            INSERT INTO ledger_balance (tenant, user_id, bucket, balance, entries)
            VALUES (NEW.tenant, NEW.user_id, NEW.bucket, NEW.amount, 1)
            ON CONFLICT (tenant, user_id, bucket) DO UPDATE SET balance = balance + excluded.balance, entries = entries + 1;
        END;

        -- Of the event's orders. Fees are less what refunds reversed.
        ALTER TABLE event_earning ADD COLUMN gross INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE event_earning ADD COLUMN fees INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE event_earning ADD COLUMN refunds INTEGER NOT NULL DEFAULT 0;
        UPDATE event_earning SET (gross, fees, refunds) =
            (SELECT coalesce(sum(o.gross), 0), coalesce(sum(o.fee - o.fee_reversed), 0), coalesce(sum(o.refunded), 0)
            FROM order_earning o WHERE o.tenant = event_earning.tenant AND o.event_id = event_earning.event_id);
        CREATE TRIGGER event_earning_grows AFTER INSERT ON order_earning BEGIN
            UPDATE event_earning SET gross = gross + NEW.gross, fees = fees + NEW.fee - NEW.fee_reversed, refunds = refunds + NEW.refunded
            WHERE tenant = NEW.tenant AND event_id = NEW.event_id;
        END;
        CREATE TRIGGER event_earning_follows AFTER UPDATE OF refunded, fee_reversed ON order_earning BEGIN
            UPDATE event_earning SET fees = fees + OLD.fee_reversed - NEW.fee_reversed, refunds = refunds + NEW.refunded - OLD.refunded
            WHERE tenant = NEW.tenant AND event_id = NEW.event_id;
        END;
        """
}
