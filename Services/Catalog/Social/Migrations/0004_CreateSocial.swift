import Storage

/// Ratings, reports, and what people look at and like: the facts of recommendations.
enum CreateSocial: Migration {
    static let name = "0004_CreateSocial"
    static let sql = """
        -- Without case and accents, for finding organizers.
        ALTER TABLE person ADD COLUMN name_folded TEXT NOT NULL DEFAULT '';
        CREATE INDEX person_organizers ON person (tenant, name_folded, user_id) WHERE is_organizer = 1;
        CREATE INDEX follow_by_time ON follow (tenant, user_id, created_at);
        CREATE INDEX claim_by_user ON claim (tenant, user_id) WHERE state = 'confirmed';

        CREATE TABLE rating (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL, user_id TEXT NOT NULL, rating_id TEXT NOT NULL,
            stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5), review TEXT,
            attended INTEGER NOT NULL CHECK (attended IN (0, 1)),
            created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, event_id, user_id), UNIQUE (tenant, rating_id),
            FOREIGN KEY (tenant, event_id) REFERENCES event (tenant, event_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX rating_by_time ON rating (tenant, event_id, created_at);

        CREATE TABLE report (
            tenant TEXT NOT NULL, report_id TEXT NOT NULL, reporter_id TEXT NOT NULL,
            target_type TEXT NOT NULL CHECK (target_type IN ('event', 'organizer', 'rating')), target_id TEXT NOT NULL,
            reason TEXT NOT NULL, details TEXT, created_at INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('open', 'resolved')),
            PRIMARY KEY (tenant, report_id)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX report_open ON report (tenant, target_type, target_id, reporter_id) WHERE state = 'open';

        -- How often somebody looked at an event and shared it; looks within half an hour count once.
        CREATE TABLE interest_in_event (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, event_id TEXT NOT NULL,
            views INTEGER NOT NULL DEFAULT 0 CHECK (views >= 0), last_view_at INTEGER,
            shares INTEGER NOT NULL DEFAULT 0 CHECK (shares >= 0),
            PRIMARY KEY (tenant, user_id, event_id),
            FOREIGN KEY (tenant, event_id) REFERENCES event (tenant, event_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX interest_in_event_by_event ON interest_in_event (tenant, event_id);

        CREATE TABLE recent_search (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, term_folded TEXT NOT NULL,
            term TEXT NOT NULL, at INTEGER NOT NULL,
            PRIMARY KEY (tenant, user_id, term_folded)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE interests (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL,
            -- As the person set them, JSON.
            settings TEXT NOT NULL CHECK (json_valid(settings)),
            PRIMARY KEY (tenant, user_id)
        ) STRICT, WITHOUT ROWID;
        """
}
