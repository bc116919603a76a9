import Storage

enum AddEventCancellation: Migration {
    static let name = "0002_AddEventCancellation"
    static let sql = """
        -- The part of the platform's fee that goes back with a refund, minor units.
        ALTER TABLE refund ADD COLUMN fee INTEGER NOT NULL DEFAULT 0 CHECK (fee >= 0);

        -- How far the orders of a cancelled event are undone: counters, so that closing the report needs no counting.
        CREATE TABLE event_cancellation (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL,
            started_at INTEGER NOT NULL,
            attendees INTEGER NOT NULL CHECK (attendees >= 0),
            -- Every order was told.
            told INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1)),
            orders INTEGER NOT NULL DEFAULT 0, tickets INTEGER NOT NULL DEFAULT 0,
            refunds_pending INTEGER NOT NULL DEFAULT 0 CHECK (refunds_pending >= 0),
            refunds_succeeded INTEGER NOT NULL DEFAULT 0, refunds_failed INTEGER NOT NULL DEFAULT 0,
            refund_total INTEGER NOT NULL DEFAULT 0, refunded_total INTEGER NOT NULL DEFAULT 0,
            closed_at INTEGER,
            PRIMARY KEY (tenant, event_id),
            CHECK (refunded_total <= refund_total)
        ) STRICT, WITHOUT ROWID;
        """
}
