import Storage

enum CreateMemberships: Migration {
    static let name = "0004_CreateMemberships"
    static let sql = """
        -- People with a card, as auth says; names are in `person`.
        CREATE TABLE member (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            membership_id TEXT, locale TEXT, neighborhood_id INTEGER, registered_at INTEGER,
            card_version INTEGER NOT NULL DEFAULT 1 CHECK (card_version >= 1), card_version_at INTEGER,
            -- Wants to hear when orders in the app come.
            interested_at INTEGER,
            erased_at INTEGER,
            PRIMARY KEY (tenant, id),
            CHECK (erased_at IS NULL OR membership_id IS NULL)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX member_by_number ON member (tenant, membership_id) WHERE membership_id IS NOT NULL;

        CREATE TABLE subscription (
            tenant TEXT NOT NULL, id INTEGER NOT NULL CHECK (id >= 1),
            user_id TEXT NOT NULL,
            -- Local dates, both inclusive.
            start_date TEXT NOT NULL, end_date TEXT NOT NULL, months INTEGER NOT NULL CHECK (months >= 1),
            source TEXT NOT NULL CHECK (source IN ('vendor', 'in_app')),
            -- Minor units.
            price INTEGER NOT NULL CHECK (price >= 0), currency TEXT NOT NULL,
            shop_id INTEGER, activation_id TEXT, order_id TEXT,
            status TEXT NOT NULL CHECK (status IN ('active', 'expired', 'cancelled')),
            cancelled_at INTEGER, cancelled_on TEXT, cancel_reason TEXT,
            created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, id),
            CHECK (start_date <= end_date),
            CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL AND cancelled_on IS NOT NULL AND cancel_reason IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX subscription_by_user ON subscription (tenant, user_id, id);

        -- Rotating proofs that were accepted: each once, in any shop.
        CREATE TABLE used_proof (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, card_version INTEGER NOT NULL, step_time INTEGER NOT NULL,
            PRIMARY KEY (tenant, user_id, card_version, step_time)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE card_scan (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('card', 'proof')),
            vendor_id TEXT NOT NULL, shop_id INTEGER NOT NULL, user_id TEXT NOT NULL, membership_id TEXT,
            discount INTEGER NOT NULL CHECK (discount BETWEEN 0 AND 10000), bonus INTEGER NOT NULL CHECK (bonus BETWEEN 0 AND 10000), \
        campaign_id TEXT,
            covered INTEGER NOT NULL CHECK (covered IN (0, 1)),
            scanned_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
            activation_id TEXT, redemption_id TEXT,
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX card_scan_by_user ON card_scan (tenant, user_id);
        CREATE INDEX card_scan_by_age ON card_scan (tenant, expires_at);

        -- Forged codes by whoever scanned them: what the throttle counts.
        CREATE TABLE forged_scan (
            tenant TEXT NOT NULL, vendor_id TEXT NOT NULL, at INTEGER NOT NULL, id TEXT NOT NULL,
            PRIMARY KEY (tenant, vendor_id, at, id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE activation (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            scan_id TEXT, user_id TEXT NOT NULL, shop_id INTEGER NOT NULL, vendor_id TEXT NOT NULL,
            months INTEGER NOT NULL CHECK (months >= 1), amount INTEGER NOT NULL CHECK (amount >= 0), currency TEXT NOT NULL,
            subscription_id INTEGER NOT NULL, payment_id TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('completed', 'voided')),
            cash TEXT NOT NULL CHECK (cash IN ('recording', 'recorded', 'unconfirmed', 'voided')), cash_tries INTEGER NOT NULL CHECK \
        (cash_tries >= 0),
            voided_at INTEGER, void_reason TEXT,
            created_at INTEGER NOT NULL, voidable_until INTEGER NOT NULL,
            PRIMARY KEY (tenant, id),
            UNIQUE (tenant, payment_id),
            FOREIGN KEY (tenant, subscription_id) REFERENCES subscription (tenant, id),
            CHECK ((status = 'voided') = (voided_at IS NOT NULL AND void_reason IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX activation_by_shop ON activation (tenant, shop_id, created_at);
        CREATE UNIQUE INDEX activation_by_scan ON activation (tenant, scan_id) WHERE scan_id IS NOT NULL;

        CREATE TABLE redemption (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            scan_id TEXT, user_id TEXT NOT NULL, shop_id INTEGER NOT NULL, vendor_id TEXT NOT NULL,
            purchase INTEGER NOT NULL CHECK (purchase >= 1), currency TEXT NOT NULL,
            discount INTEGER NOT NULL CHECK (discount BETWEEN 0 AND 10000), bonus INTEGER NOT NULL CHECK (bonus BETWEEN 0 AND 10000), \
        campaign_id TEXT,
            savings INTEGER NOT NULL CHECK (savings BETWEEN 0 AND purchase),
            offline INTEGER NOT NULL CHECK (offline IN (0, 1)),
            status TEXT NOT NULL CHECK (status IN ('recorded', 'voided')), voided_at INTEGER, void_reason TEXT,
            recorded_at INTEGER NOT NULL, created_at INTEGER NOT NULL, voidable_until INTEGER NOT NULL,
            PRIMARY KEY (tenant, id),
            CHECK ((status = 'voided') = (voided_at IS NOT NULL AND void_reason IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX redemption_by_user ON redemption (tenant, user_id, recorded_at);
        CREATE INDEX redemption_by_shop ON redemption (tenant, shop_id, recorded_at);
        CREATE UNIQUE INDEX redemption_by_scan ON redemption (tenant, scan_id) WHERE scan_id IS NOT NULL;

        -- What was answered to a visit a shop uploaded.
        CREATE TABLE offline_visit (
            tenant TEXT NOT NULL, shop_id INTEGER NOT NULL, nonce TEXT NOT NULL,
            reason TEXT, redemption_id TEXT,
            PRIMARY KEY (tenant, shop_id, nonce),
            CHECK ((reason IS NULL) <> (redemption_id IS NULL))
        ) STRICT, WITHOUT ROWID;

        -- Orders of a membership in the app.
        CREATE TABLE membership_order (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            user_id TEXT NOT NULL, months INTEGER NOT NULL CHECK (months >= 1), amount INTEGER NOT NULL CHECK (amount > 0), currency TEXT \
        NOT NULL,
            payment_id TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('awaiting_payment', 'completed', 'expired', 'cancelled')),
            subscription_id INTEGER, reason TEXT, sandbox TEXT,
            placed_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, id),
            CHECK ((status = 'completed') = (subscription_id IS NOT NULL)),
            CHECK ((status = 'cancelled') = (reason IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX membership_order_open ON membership_order (tenant, user_id) WHERE status = 'awaiting_payment';

        -- What the catalog last said of partner shops and campaigns.
        CREATE TABLE partner_shop (
            tenant TEXT NOT NULL, id INTEGER NOT NULL,
            active INTEGER NOT NULL CHECK (active IN (0, 1)),
            -- JSON: language → name.
            names TEXT NOT NULL CHECK (json_valid(names)),
            category_id INTEGER NOT NULL, neighborhood_id INTEGER NOT NULL,
            discount INTEGER NOT NULL CHECK (discount BETWEEN 0 AND 10000),
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX partner_shop_by_neighborhood ON partner_shop (tenant, active, neighborhood_id);
        CREATE TABLE shop_staff (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, shop_id INTEGER NOT NULL,
            PRIMARY KEY (tenant, user_id, shop_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX shop_staff_by_shop ON shop_staff (tenant, shop_id);
        CREATE TABLE campaign (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            starts_at INTEGER NOT NULL, ends_at INTEGER NOT NULL,
            -- A campaign that was called off gave its bonus until then.
            cancelled_at INTEGER,
            -- JSON as it travels.
            snapshot TEXT NOT NULL CHECK (json_valid(snapshot)),
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX campaign_by_time ON campaign (tenant, ends_at);
        """
}
