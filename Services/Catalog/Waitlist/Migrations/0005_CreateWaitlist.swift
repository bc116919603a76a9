import Storage

/// People who wait for tickets of a sold-out type.
enum CreateWaitlist: Migration {
    static let name = "0005_CreateWaitlist"
    static let sql = """
        CREATE TABLE waitlist_entry (
            tenant TEXT NOT NULL, entry_id TEXT NOT NULL,
            event_id TEXT NOT NULL, ticket_type_id TEXT NOT NULL, user_id TEXT NOT NULL,
            quantity INTEGER NOT NULL CHECK (quantity > 0),
            -- Place in the line of the type.
            place INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('waiting', 'offered', 'fulfilled', 'expired', 'left', 'closed')),
            passed_over INTEGER NOT NULL DEFAULT 0 CHECK (passed_over >= 0),
            -- Units kept while it waits for the rest; all of them while offered. They count as `offered` of the resource.
            reserved INTEGER NOT NULL DEFAULT 0 CHECK (reserved >= 0 AND reserved <= quantity),
            offer_id TEXT, offer_expires_at INTEGER, created_at INTEGER NOT NULL,
            CHECK ((state = 'offered') = (offer_id IS NOT NULL)),
            PRIMARY KEY (tenant, entry_id),
            FOREIGN KEY (tenant, event_id) REFERENCES event (tenant, event_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX waitlist_live ON waitlist_entry (tenant, event_id, ticket_type_id, user_id) \
        WHERE state IN ('waiting', 'offered');
        CREATE INDEX waitlist_by_place ON waitlist_entry (tenant, event_id, ticket_type_id, place);
        CREATE INDEX waitlist_by_user ON waitlist_entry (tenant, user_id, created_at);
        CREATE UNIQUE INDEX waitlist_offer ON waitlist_entry (tenant, offer_id) WHERE offer_id IS NOT NULL;
        """
}
