import Storage

/// Tickets in calendars of their holders, and the secret addresses that calendar programs read.
enum CreatePersonalCalendars: Migration {
    static let name = "0009_CreatePersonalCalendars"
    static let sql = """
        CREATE TABLE calendar_ticket (
            tenant TEXT NOT NULL, id TEXT NOT NULL, event_id TEXT NOT NULL, holder_id TEXT NOT NULL,
            serial TEXT NOT NULL, type_name TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('active', 'event-cancelled', 'ended')), ended_at INTEGER,
            PRIMARY KEY (tenant, id), CHECK ((state = 'active') = (ended_at IS NULL)),
            FOREIGN KEY (tenant, event_id) REFERENCES event (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX calendar_ticket_by_holder ON calendar_ticket (tenant, holder_id, event_id);

        -- Tickets from before: reminders know whose they are, not their serials.
        INSERT INTO calendar_ticket (tenant, id, event_id, holder_id, serial, type_name, state)
        SELECT h.tenant, h.ticket_id, h.event_id, h.user_id, '', '', 'active'
        FROM holding h JOIN event e ON e.tenant = h.tenant AND e.id = h.event_id WHERE true ON CONFLICT DO NOTHING;

        CREATE TABLE personal_feed (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, hash TEXT NOT NULL, created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, user_id), UNIQUE (tenant, hash)
        ) STRICT, WITHOUT ROWID;
        """
}
