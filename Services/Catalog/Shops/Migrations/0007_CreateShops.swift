import Storage

/// Partner shops: what they are, where they are, what people say of them; campaigns; what the app tells.
enum CreateShops: Migration {
    static let name = "0007_CreateShops"
    static let sql = """
        -- The language somebody wants to be answered in, from the account.
        ALTER TABLE person ADD COLUMN locale TEXT;

        -- Numbers given out as ids, one row per kind of thing.
        CREATE TABLE number_sequence (
            tenant TEXT NOT NULL, name TEXT NOT NULL,
            last_number INTEGER NOT NULL CHECK (last_number >= 0),
            PRIMARY KEY (tenant, name)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE shop (
            tenant TEXT NOT NULL, shop_id INTEGER NOT NULL CHECK (shop_id > 0),
            state TEXT NOT NULL CHECK (state IN ('draft', 'active', 'suspended', 'closed')),
            -- JSON: language → name.
            names TEXT NOT NULL CHECK (json_valid(names)),
            -- All names without case and accents, one per line: what search looks through.
            search_text TEXT NOT NULL,
            -- The first name as a dictionary orders it, by bytes.
            order_key TEXT NOT NULL,
            category_id INTEGER NOT NULL CHECK (category_id > 0),
            neighborhood_id INTEGER NOT NULL CHECK (neighborhood_id > 0),
            discount_basis_points INTEGER NOT NULL CHECK (discount_basis_points BETWEEN 0 AND 10000),
            phone TEXT NOT NULL, address TEXT NOT NULL,
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90), longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            -- JSON: day → intervals; null: not known. `shop_interval` has the same as rows.
            opening_hours TEXT CHECK (opening_hours IS NULL OR json_valid(opening_hours)),
            special_days TEXT NOT NULL CHECK (json_valid(special_days)),
            created_at INTEGER NOT NULL, published_at INTEGER,
            rating_count INTEGER NOT NULL DEFAULT 0 CHECK (rating_count >= 0),
            rating_sum INTEGER NOT NULL DEFAULT 0 CHECK (rating_sum >= 0),
            -- When the newest of its ratings was made.
            rated_at INTEGER,
            CHECK (state = 'draft' OR state = 'closed' OR published_at IS NOT NULL),
            CHECK ((rating_count = 0) = (rated_at IS NULL)),
            PRIMARY KEY (tenant, shop_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX shop_by_name ON shop (tenant, state, order_key, shop_id);
        CREATE INDEX shop_by_category ON shop (tenant, state, category_id, neighborhood_id);
        CREATE INDEX shop_by_neighborhood ON shop (tenant, state, neighborhood_id);
        CREATE INDEX shop_by_publication ON shop (tenant, state, published_at DESC, shop_id);
        CREATE INDEX shop_by_last_rating ON shop (tenant, state, rated_at DESC, shop_id) WHERE rated_at IS NOT NULL;

        -- Who works where.
        CREATE TABLE shop_vendor (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, shop_id INTEGER NOT NULL,
            PRIMARY KEY (tenant, user_id, shop_id),
            FOREIGN KEY (tenant, shop_id) REFERENCES shop (tenant, shop_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX shop_vendor_by_shop ON shop_vendor (tenant, shop_id);

        -- Opening hours as rows, so that "open now" is a question to the database. Minutes since midnight of the day; past midnight goes \
        beyond 1440.
        CREATE TABLE shop_interval (
            tenant TEXT NOT NULL, shop_id INTEGER NOT NULL,
            -- ISO weekday 1 … 7, or a date that is different from its weekday; such a date without hours has one row 0–0.
            day TEXT NOT NULL,
            opens INTEGER NOT NULL CHECK (opens BETWEEN 0 AND 1439), closes INTEGER NOT NULL CHECK (closes BETWEEN 0 AND 2880),
            CHECK (closes > opens OR (opens = 0 AND closes = 0)),
            PRIMARY KEY (tenant, shop_id, day, opens),
            FOREIGN KEY (tenant, shop_id) REFERENCES shop (tenant, shop_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        -- Where active shops are: a tree of cells with the number of shops in each, and the shops of its finest cells. Plain rows instead \
        of an R*Tree,
        -- whose nodes depend on the order of writing: a shard rebuilt from the log must have the same rows. Category 0 stands for all of \
        them.
        CREATE TABLE shop_area (
            tenant TEXT NOT NULL, category_id INTEGER NOT NULL CHECK (category_id >= 0),
            level INTEGER NOT NULL CHECK (level BETWEEN 0 AND 30), cell INTEGER NOT NULL CHECK (cell >= 0),
            shop_count INTEGER NOT NULL CHECK (shop_count >= 0),
            PRIMARY KEY (tenant, category_id, level, cell)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE shop_place (
            tenant TEXT NOT NULL, category_id INTEGER NOT NULL CHECK (category_id >= 0),
            cell INTEGER NOT NULL CHECK (cell >= 0), shop_id INTEGER NOT NULL,
            latitude REAL NOT NULL, longitude REAL NOT NULL,
            PRIMARY KEY (tenant, category_id, cell, shop_id),
            FOREIGN KEY (tenant, shop_id) REFERENCES shop (tenant, shop_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE shop_rating (
            tenant TEXT NOT NULL, rating_id INTEGER NOT NULL CHECK (rating_id > 0),
            shop_id INTEGER NOT NULL, user_id TEXT NOT NULL,
            stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5), comment TEXT,
            edited INTEGER NOT NULL CHECK (edited IN (0, 1)),
            created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, rating_id), UNIQUE (tenant, shop_id, user_id),
            FOREIGN KEY (tenant, shop_id) REFERENCES shop (tenant, shop_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX shop_rating_by_time ON shop_rating (tenant, shop_id, created_at DESC, rating_id DESC);
        CREATE INDEX shop_rating_by_user ON shop_rating (tenant, user_id, created_at DESC, rating_id DESC);

        -- Visits with a discount, as orders tells them: what makes a rating a verified one.
        CREATE TABLE shop_visit (
            tenant TEXT NOT NULL, redemption_id TEXT NOT NULL,
            user_id TEXT NOT NULL, shop_id INTEGER NOT NULL,
            voided INTEGER NOT NULL CHECK (voided IN (0, 1)),
            PRIMARY KEY (tenant, redemption_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX shop_visit_by_user ON shop_visit (tenant, user_id, shop_id) WHERE voided = 0;

        CREATE TABLE shop_favorite (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, shop_id INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, user_id, shop_id),
            FOREIGN KEY (tenant, shop_id) REFERENCES shop (tenant, shop_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX shop_favorite_by_time ON shop_favorite (tenant, user_id, created_at DESC, shop_id);

        CREATE TABLE campaign (
            tenant TEXT NOT NULL, campaign_id TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('draft', 'scheduled', 'running', 'ended', 'cancelled')),
            -- JSON: language → text.
            title TEXT NOT NULL CHECK (json_valid(title)), body TEXT NOT NULL CHECK (json_valid(body)),
            bonus_basis_points INTEGER NOT NULL CHECK (bonus_basis_points > 0),
            -- JSON lists of numbers; empty: all.
            category_ids TEXT NOT NULL CHECK (json_valid(category_ids)), neighborhood_ids TEXT NOT NULL CHECK \
        (json_valid(neighborhood_ids)),
            shop_ids TEXT NOT NULL CHECK (json_valid(shop_ids)),
            starts_at INTEGER NOT NULL, ends_at INTEGER NOT NULL CHECK (ends_at > starts_at),
            created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, campaign_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX campaign_by_start ON campaign (tenant, state, starts_at, campaign_id);

        -- What the app told in the last days: the same event told again is known by its id.
        CREATE TABLE app_event (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL, received_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, event_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX app_event_by_age ON app_event (tenant, received_at);
        -- By local day of the event. No person in it.
        CREATE TABLE app_event_count (
            tenant TEXT NOT NULL, day TEXT NOT NULL, name TEXT NOT NULL,
            event_count INTEGER NOT NULL CHECK (event_count > 0),
            PRIMARY KEY (tenant, day, name)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE app_search_count (
            tenant TEXT NOT NULL, day TEXT NOT NULL, query TEXT NOT NULL,
            search_count INTEGER NOT NULL CHECK (search_count > 0),
            PRIMARY KEY (tenant, day, query)
        ) STRICT, WITHOUT ROWID;
        """
}
