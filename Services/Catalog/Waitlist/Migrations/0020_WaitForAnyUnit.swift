import Storage

/// People wait for anything that can be claimed, not only for tickets of events.
enum WaitForAnyUnit: Migration {
    static let name = "0020_WaitForAnyUnit"
    static let sql = """
        -- SQLite removes no foreign key: the table is made again.
        CREATE TABLE waitlist_entry_new (
            tenant TEXT NOT NULL, entry_id TEXT NOT NULL,
            listing_id TEXT NOT NULL, subject TEXT NOT NULL, user_id TEXT NOT NULL,
            quantity INTEGER NOT NULL CHECK (quantity > 0),
            -- Place in the line of the subject.
            place INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('waiting', 'offered', 'fulfilled', 'expired', 'left', 'closed')),
            passed_over INTEGER NOT NULL DEFAULT 0 CHECK (passed_over >= 0),
            -- Units kept while it waits for the rest; all of them while offered. They count as `offered` of the resource.
            reserved INTEGER NOT NULL DEFAULT 0 CHECK (reserved >= 0 AND reserved <= quantity),
            offer_id TEXT, offer_expires_at INTEGER, created_at INTEGER NOT NULL,
            CHECK ((state = 'offered') = (offer_id IS NOT NULL)),
            PRIMARY KEY (tenant, entry_id),
            FOREIGN KEY (tenant, subject) REFERENCES resource (tenant, resource_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        -- A line without stock could never be served; there should be none.
        INSERT INTO waitlist_entry_new (tenant, entry_id, listing_id, subject, user_id, quantity, place, state, passed_over, reserved, \
        offer_id, offer_expires_at, created_at)
            SELECT w.tenant, w.entry_id, w.event_id, w.ticket_type_id, w.user_id, w.quantity, w.place, w.state, w.passed_over, w.reserved, \
        w.offer_id, w.offer_expires_at, w.created_at
            FROM waitlist_entry w JOIN resource r ON r.tenant = w.tenant AND r.resource_id = w.ticket_type_id;
        DROP TABLE waitlist_entry;
        ALTER TABLE waitlist_entry_new RENAME TO waitlist_entry;
        CREATE UNIQUE INDEX waitlist_live ON waitlist_entry (tenant, listing_id, subject, user_id) WHERE state IN ('waiting', 'offered');
        CREATE INDEX waitlist_by_place ON waitlist_entry (tenant, listing_id, subject, place);
        CREATE INDEX waitlist_by_user ON waitlist_entry (tenant, user_id, created_at);
        CREATE UNIQUE INDEX waitlist_offer ON waitlist_entry (tenant, offer_id) WHERE offer_id IS NOT NULL;
        """
}
