import Storage

/// Calendars and what is booked in them. Days are counted from 1970-01-01, minutes from local midnight, instants in milliseconds.
enum CreateCalendars: Migration {
    static let name = "0002_CreateCalendars"
    static let sql = """
        CREATE TABLE calendar (
            tenant TEXT NOT NULL, artist_id TEXT NOT NULL,
            name TEXT NOT NULL, timezone TEXT, settings TEXT NOT NULL,
            feed_hash TEXT, feed_created_at INTEGER, closed INTEGER NOT NULL CHECK (closed IN (0, 1)),
            PRIMARY KEY (tenant, artist_id)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX calendar_by_feed ON calendar (tenant, feed_hash) WHERE feed_hash IS NOT NULL;

        -- The last number given out, by kind of thing.
        CREATE TABLE last_number (
            tenant TEXT NOT NULL, kind TEXT NOT NULL, value INTEGER NOT NULL CHECK (value > 0),
            PRIMARY KEY (tenant, kind)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE working_hours (
            tenant TEXT NOT NULL, id INTEGER NOT NULL, artist_id TEXT NOT NULL,
            day_of_week INTEGER NOT NULL CHECK (day_of_week BETWEEN 0 AND 6),
            start_minute INTEGER NOT NULL CHECK (start_minute BETWEEN 0 AND 1439), end_minute INTEGER NOT NULL CHECK (end_minute BETWEEN 1 \
        AND 1440),
            active INTEGER NOT NULL CHECK (active IN (0, 1)),
            PRIMARY KEY (tenant, id), CHECK (start_minute < end_minute)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX working_hours_by_artist ON working_hours (tenant, artist_id, day_of_week, start_minute, id);

        CREATE TABLE schedule_override (
            tenant TEXT NOT NULL, id INTEGER NOT NULL, artist_id TEXT NOT NULL,
            start_day INTEGER NOT NULL, end_day INTEGER NOT NULL CHECK (end_day >= start_day),
            kind TEXT NOT NULL CHECK (kind IN ('closed', 'blocked', 'extra')), start_minute INTEGER, end_minute INTEGER, \
        reason TEXT NOT NULL,
            PRIMARY KEY (tenant, id), CHECK ((kind = 'closed') = (start_minute IS NULL) AND (kind = 'closed') = (end_minute IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX schedule_override_by_artist ON schedule_override (tenant, artist_id, end_day);

        CREATE TABLE booking_link (
            tenant TEXT NOT NULL, id INTEGER NOT NULL, artist_id TEXT NOT NULL, token TEXT NOT NULL,
            description TEXT NOT NULL, duration_minutes INTEGER NOT NULL, deposit_amount INTEGER CHECK (deposit_amount > 0), locale TEXT,
            state TEXT NOT NULL CHECK (state IN ('active', 'used', 'revoked')), expires_at INTEGER NOT NULL, created_at INTEGER NOT NULL,
            appointment_id INTEGER, root TEXT NOT NULL,
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX booking_link_by_token ON booking_link (tenant, token);
        CREATE INDEX booking_link_by_artist ON booking_link (tenant, artist_id, id);

        CREATE TABLE slot_hold (
            tenant TEXT NOT NULL, id TEXT NOT NULL, link_id INTEGER NOT NULL, artist_id TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('form', 'offer')), state TEXT NOT NULL CHECK (state IN ('live', 'expired', 'replaced', \
        'released', 'booked')),
            starts_at INTEGER NOT NULL, ends_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, id), FOREIGN KEY (tenant, link_id) REFERENCES booking_link (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX slot_hold_by_link ON slot_hold (tenant, link_id, state);

        -- The claims on a calendar's time: `hold/<id>` until it expires, `appointment/<id>` for good. Buffers are part of the interval.
        CREATE TABLE claim (
            tenant TEXT NOT NULL, artist_id TEXT NOT NULL, holder TEXT NOT NULL,
            busy_from INTEGER NOT NULL, busy_until INTEGER NOT NULL CHECK (busy_until > busy_from), expires_at INTEGER,
            PRIMARY KEY (tenant, artist_id, holder)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX claim_by_time ON claim (tenant, artist_id, busy_until);

        CREATE TABLE appointment (
            tenant TEXT NOT NULL, id INTEGER NOT NULL, artist_id TEXT NOT NULL, link_id INTEGER,
            source TEXT NOT NULL CHECK (source IN ('link', 'waitlist', 'artist')),
            status TEXT NOT NULL CHECK (status IN ('pending', 'confirmed', 'completed', 'no_show', 'cancelled')),
            cancelled_by TEXT CHECK (cancelled_by IN ('client', 'artist', 'system')), cancel_reason TEXT,
            client_name TEXT NOT NULL, client_email TEXT NOT NULL, client_document TEXT NOT NULL, client_phone TEXT NOT NULL,
            description TEXT NOT NULL, artist_notes TEXT NOT NULL, starts_at INTEGER NOT NULL, \
        ends_at INTEGER NOT NULL CHECK (ends_at > starts_at),
            duration_minutes INTEGER NOT NULL, timezone TEXT NOT NULL, buffer_before INTEGER NOT NULL, buffer_after INTEGER NOT NULL,
            cancel_notice INTEGER NOT NULL, reschedule_notice INTEGER NOT NULL, reschedules_max INTEGER NOT NULL, reminders TEXT NOT NULL,
            sequence INTEGER NOT NULL, reschedule_count INTEGER NOT NULL, client_reschedules INTEGER NOT NULL,
            created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, manage_token TEXT NOT NULL, root TEXT NOT NULL, locale TEXT NOT NULL,
            hold_id TEXT, erased INTEGER NOT NULL CHECK (erased IN (0, 1)), was_confirmed INTEGER NOT NULL CHECK (was_confirmed IN (0, 1)),
            deposit_amount INTEGER, deposit_status TEXT
                CHECK (deposit_status IN ('preparing', 'due', 'paid', 'refunding', 'refunded', 'refund_failed', 'canceled')),
            deposit_payment TEXT, deposit_secret TEXT, deposit_due_at INTEGER,
            PRIMARY KEY (tenant, id), CHECK ((status = 'cancelled') = (cancelled_by IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX appointment_by_token ON appointment (tenant, manage_token);
        CREATE INDEX appointment_by_artist ON appointment (tenant, artist_id, starts_at, id);
        CREATE INDEX appointment_by_time ON appointment (tenant, starts_at, id);
        CREATE INDEX appointment_by_hold ON appointment (tenant, hold_id) WHERE hold_id IS NOT NULL;
        CREATE UNIQUE INDEX appointment_by_payment ON appointment (tenant, deposit_payment) WHERE deposit_payment IS NOT NULL;

        CREATE TABLE appointment_history (
            tenant TEXT NOT NULL, appointment_id INTEGER NOT NULL, step INTEGER NOT NULL, at INTEGER NOT NULL,
            by TEXT NOT NULL, what TEXT NOT NULL, from_at INTEGER, to_at INTEGER,
            PRIMARY KEY (tenant, appointment_id, step), FOREIGN KEY (tenant, appointment_id) REFERENCES appointment (tenant, id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE waitlist_entry (
            tenant TEXT NOT NULL, id INTEGER NOT NULL, link_id INTEGER NOT NULL, artist_id TEXT NOT NULL,
            client_name TEXT NOT NULL, client_email TEXT NOT NULL, from_day INTEGER NOT NULL, to_day INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('waiting', 'offered', 'booked', 'missed', 'left', 'ended')), hold_id TEXT, \
        created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, id), FOREIGN KEY (tenant, link_id) REFERENCES booking_link (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX waitlist_entry_by_artist ON waitlist_entry (tenant, artist_id, state, id);
        CREATE INDEX waitlist_entry_by_link ON waitlist_entry (tenant, link_id);
        """
}
