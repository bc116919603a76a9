import Storage

/// People as the catalog knows them, events, ticket types, and the words events are found by.
enum CreateEvents: Migration {
    static let name = "0002_CreateEvents"
    static let sql = """
        CREATE TABLE person (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL,
            name TEXT NOT NULL,
            is_organizer INTEGER NOT NULL DEFAULT 0 CHECK (is_organizer IN (0, 1)),
            -- YYYY-MM-DD; null: not known.
            birth_date TEXT,
            follower_count INTEGER NOT NULL DEFAULT 0 CHECK (follower_count >= 0),
            PRIMARY KEY (tenant, user_id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE event (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL, organizer_id TEXT NOT NULL,
            title TEXT, description TEXT, category TEXT,
            life TEXT NOT NULL CHECK (life IN ('draft', 'published', 'cancelled')),
            deleted_at INTEGER,
            start_at INTEGER, end_at INTEGER,
            venue_name TEXT, venue_address TEXT, venue_city TEXT,
            -- The city without case and accents, for comparing.
            city_folded TEXT,
            latitude REAL CHECK (latitude BETWEEN -90 AND 90), longitude REAL CHECK (longitude BETWEEN -180 AND 180),
            poster_url TEXT,
            age_restriction INTEGER CHECK (age_restriction > 0),
            max_tickets_per_user INTEGER NOT NULL CHECK (max_tickets_per_user > 0),
            payment_window_minutes INTEGER NOT NULL CHECK (payment_window_minutes > 0),
            refund_hours_before INTEGER CHECK (refund_hours_before >= 0),
            transferable INTEGER NOT NULL CHECK (transferable IN (0, 1)),
            re_entry INTEGER NOT NULL CHECK (re_entry IN (0, 1)),
            doors_open_minutes INTEGER NOT NULL CHECK (doors_open_minutes >= 0),
            wizard_step INTEGER NOT NULL CHECK (wizard_step BETWEEN 1 AND 3),
            version INTEGER NOT NULL CHECK (version > 0),
            created_at INTEGER NOT NULL, published_at INTEGER, updated_at INTEGER NOT NULL,
            cancelled_at INTEGER, cancel_reason TEXT,
            favorite_count INTEGER NOT NULL DEFAULT 0 CHECK (favorite_count >= 0),
            rating_count INTEGER NOT NULL DEFAULT 0 CHECK (rating_count >= 0),
            rating_sum INTEGER NOT NULL DEFAULT 0 CHECK (rating_sum >= 0),
            -- In short, from its ticket types: `price_min`/`price_max` over those not paused, \
        `price_lowest_paid` over all that cost something.
            price_min INTEGER, price_max INTEGER, price_lowest_paid INTEGER,
            is_free INTEGER NOT NULL DEFAULT 0 CHECK (is_free IN (0, 1)),
            said_low_inventory INTEGER NOT NULL DEFAULT 0 CHECK (said_low_inventory IN (0, 1)),
            CHECK (end_at > start_at),
            -- 30 days and the hours a change of the clock may add: lists look back no further.
            CHECK (end_at - start_at <= 2678400000),
            CHECK (life = 'draft' OR (title IS NOT NULL AND category IS NOT NULL AND start_at IS NOT NULL AND end_at IS NOT NULL
                AND venue_name IS NOT NULL AND venue_city IS NOT NULL AND latitude IS NOT NULL AND longitude IS NOT NULL)),
            CHECK ((life = 'cancelled') = (cancelled_at IS NOT NULL)),
            PRIMARY KEY (tenant, event_id),
            FOREIGN KEY (tenant, organizer_id) REFERENCES person (tenant, user_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX event_by_start ON event (tenant, life, start_at, event_id) WHERE deleted_at IS NULL;
        CREATE INDEX event_by_organizer ON event (tenant, organizer_id, created_at);

        CREATE TABLE ticket_type (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL, ticket_type_id TEXT NOT NULL,
            name TEXT NOT NULL, name_folded TEXT NOT NULL, description TEXT,
            price INTEGER NOT NULL CHECK (price >= 0),
            min_per_order INTEGER NOT NULL CHECK (min_per_order >= 1), \
        max_per_order INTEGER NOT NULL CHECK (max_per_order >= min_per_order),
            sales_start INTEGER, sales_end INTEGER,
            is_paused INTEGER NOT NULL CHECK (is_paused IN (0, 1)),
            position INTEGER NOT NULL,
            -- Face value of what is sold.
            gross INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (tenant, event_id, ticket_type_id),
            UNIQUE (tenant, event_id, name_folded),
            FOREIGN KEY (tenant, event_id) REFERENCES event (tenant, event_id) ON DELETE CASCADE,
            FOREIGN KEY (tenant, ticket_type_id) REFERENCES resource (tenant, resource_id)
        ) STRICT, WITHOUT ROWID;

        -- An inverted index of our own: FTS5 keeps segments that depend on where transactions ended, \
        so a rebuilt shard would differ from the live one.
        CREATE TABLE event_word (
            tenant TEXT NOT NULL, word TEXT NOT NULL, event_id TEXT NOT NULL,
            in_title INTEGER NOT NULL CHECK (in_title IN (0, 1)),
            PRIMARY KEY (tenant, word, event_id),
            FOREIGN KEY (tenant, event_id) REFERENCES event (tenant, event_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX event_word_by_event ON event_word (tenant, event_id);

        CREATE TABLE favorite (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, event_id TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, user_id, event_id),
            FOREIGN KEY (tenant, event_id) REFERENCES event (tenant, event_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX favorite_by_time ON favorite (tenant, user_id, created_at);
        CREATE INDEX favorite_by_event ON favorite (tenant, event_id);

        CREATE TABLE follow (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, organizer_id TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, user_id, organizer_id),
            FOREIGN KEY (tenant, organizer_id) REFERENCES person (tenant, user_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX follow_by_organizer ON follow (tenant, organizer_id);
        """
}
