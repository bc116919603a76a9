import Storage

enum CreateAccountLedger: Migration {
    static let name = "0013_CreateAccountLedger"
    static let sql = """
        -- One event of the books. It is written after its entries, which the first trigger adds up: what does not give 0 is not posted,
        -- and entries without their transaction do not pass the commit.
        CREATE TABLE account_transaction (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            order_id TEXT, restaurant_id TEXT, owner_id TEXT,
            at INTEGER NOT NULL,
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX account_transaction_by_time ON account_transaction (tenant, at, id);
        CREATE INDEX account_transaction_by_order ON account_transaction (tenant, order_id) WHERE order_id IS NOT NULL;

        CREATE TABLE account_entry (
            tenant TEXT NOT NULL, transaction_id TEXT NOT NULL, number INTEGER NOT NULL CHECK (number >= 1),
            account TEXT NOT NULL CHECK (account IN ('user', 'platform', 'card_clearing', 'cash_drawer', 'bank')),
            user_id TEXT,
            type TEXT NOT NULL CHECK (type IN ('sale', 'commission', 'tip', 'compensation', 'refund', 'adjustment', 'withdrawal',
                                               'courier_fee', 'cash_collected', 'cash_settlement', 'cancellation_fee')),
            -- Minor units, signed.
            amount INTEGER NOT NULL CHECK (amount <> 0), currency TEXT NOT NULL,
            -- Of a person's wallet: what it held after this entry, its place in the wallet, and when it happened.
            balance_after INTEGER, place INTEGER CHECK (place >= 1),
            at INTEGER NOT NULL,
            PRIMARY KEY (tenant, transaction_id, number),
            FOREIGN KEY (tenant, transaction_id) REFERENCES account_transaction (tenant, id) DEFERRABLE INITIALLY DEFERRED,
            CHECK ((account = 'user') = (user_id IS NOT NULL)),
            CHECK ((user_id IS NULL) = (balance_after IS NULL) AND (user_id IS NULL) = (place IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX account_entry_by_wallet ON account_entry (tenant, user_id, place) WHERE user_id IS NOT NULL;

        CREATE TRIGGER account_transaction_balances BEFORE INSERT ON account_transaction
        WHEN (SELECT count(*) >= 2 AND sum(amount) = 0 AND min(currency) = max(currency) FROM account_entry
              WHERE tenant = NEW.tenant AND transaction_id = NEW.id) IS NOT 1
        BEGIN SELECT RAISE(ABORT, 'a transaction adds up to 0'); END;
        CREATE TRIGGER account_entry_is_complete BEFORE INSERT ON account_entry
        WHEN EXISTS (SELECT 1 FROM account_transaction WHERE tenant = NEW.tenant AND id = NEW.transaction_id)
        BEGIN SELECT RAISE(ABORT, 'a posted transaction takes no more entries'); END;
        CREATE TRIGGER account_transaction_stays BEFORE UPDATE ON account_transaction
        BEGIN SELECT RAISE(ABORT, 'books are only added to'); END;
        CREATE TRIGGER account_transaction_is_kept BEFORE DELETE ON account_transaction
        BEGIN SELECT RAISE(ABORT, 'books are only added to'); END;
        CREATE TRIGGER account_entry_stays BEFORE UPDATE ON account_entry BEGIN SELECT RAISE(ABORT, 'books are only added to'); END;
        CREATE TRIGGER account_entry_is_kept BEFORE DELETE ON account_entry BEGIN SELECT RAISE(ABORT, 'books are only added to'); END;

        -- A person's account. Balance, cash in hand and the number of entries follow the books.
        CREATE TABLE account_wallet (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL,
            -- As auth says it; null for people who are gone.
            name TEXT,
            balance INTEGER NOT NULL DEFAULT 0,
            -- Withdrawals that are not settled.
            pending INTEGER NOT NULL DEFAULT 0 CHECK (pending >= 0),
            -- Cash collected less cash handed over.
            cash_in_hand INTEGER NOT NULL DEFAULT 0 CHECK (cash_in_hand >= 0),
            entries INTEGER NOT NULL DEFAULT 0 CHECK (entries >= 0),
            PRIMARY KEY (tenant, user_id)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER account_wallet_follows AFTER INSERT ON account_entry WHEN NEW.user_id IS NOT NULL BEGIN
            INSERT INTO account_wallet (tenant, user_id) VALUES (NEW.tenant, NEW.user_id) ON CONFLICT DO NOTHING;
            UPDATE account_wallet SET balance = balance + NEW.amount, entries = entries + 1,
                cash_in_hand = cash_in_hand - iif(NEW.type IN ('cash_collected', 'cash_settlement'), NEW.amount, 0)
            WHERE tenant = NEW.tenant AND user_id = NEW.user_id;
        END;

        -- Why somebody corrected a wallet.
        CREATE TABLE account_note (
            tenant TEXT NOT NULL, transaction_id TEXT NOT NULL, user_id TEXT NOT NULL, reason TEXT, made_by TEXT NOT NULL,
            PRIMARY KEY (tenant, transaction_id),
            FOREIGN KEY (tenant, transaction_id) REFERENCES account_transaction (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX account_note_by_user ON account_note (tenant, user_id);

        CREATE TABLE account_withdrawal (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, id TEXT NOT NULL,
            amount INTEGER NOT NULL CHECK (amount > 0), currency TEXT NOT NULL,
            -- All that is kept of the account number.
            last4 TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('pending', 'settled')),
            settled_at INTEGER, created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, user_id, id),
            FOREIGN KEY (tenant, user_id) REFERENCES account_wallet (tenant, user_id),
            CHECK ((status = 'settled') = (settled_at IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX account_withdrawal_by_time ON account_withdrawal (tenant, user_id, created_at, id);
        CREATE TRIGGER account_withdrawal_is_covered BEFORE INSERT ON account_withdrawal
        WHEN (SELECT balance - pending >= NEW.amount FROM account_wallet WHERE tenant = NEW.tenant AND user_id = NEW.user_id) IS NOT 1
        BEGIN SELECT RAISE(ABORT, 'a withdrawal is covered'); END;
        CREATE TRIGGER account_withdrawal_waits AFTER INSERT ON account_withdrawal WHEN NEW.status = 'pending' BEGIN
            UPDATE account_wallet SET pending = pending + NEW.amount WHERE tenant = NEW.tenant AND user_id = NEW.user_id;
        END;
        CREATE TRIGGER account_withdrawal_ends AFTER UPDATE OF status ON account_withdrawal
        WHEN OLD.status = 'pending' AND NEW.status <> 'pending' BEGIN
            UPDATE account_wallet SET pending = pending - OLD.amount WHERE tenant = OLD.tenant AND user_id = OLD.user_id;
        END;
        """
}
