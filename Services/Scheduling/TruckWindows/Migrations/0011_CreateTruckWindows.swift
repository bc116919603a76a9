import ServiceKit
import Storage

/// Windows in which trucks deliver: copies of areas, trucks and fuels, schedules, rosters, and the stops that orders claim.
enum CreateTruckWindows: Migration {
    static let name = "0011_CreateTruckWindows"
    static let sql = ServiceAreaTables.sql + """

        -- Trucks and fuels as their owners described them last.
        CREATE TABLE window_truck (
            tenant TEXT NOT NULL, truck_id TEXT NOT NULL, code TEXT NOT NULL,
            -- What it carries: a JSON list.
            fuel_types TEXT NOT NULL,
            PRIMARY KEY (tenant, truck_id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE window_fuel (
            tenant TEXT NOT NULL, code TEXT NOT NULL, PRIMARY KEY (tenant, code)
        ) STRICT, WITHOUT ROWID;

        -- Seeds may bring schedules and rosters before the news of their areas and trucks: these do not refer to the copies.
        CREATE TABLE area_schedule (
            tenant TEXT NOT NULL, area_id TEXT NOT NULL,
            weekly TEXT NOT NULL, exceptions TEXT NOT NULL,
            window_minutes INTEGER NOT NULL CHECK (window_minutes BETWEEN 30 AND 240),
            cutoff_minutes INTEGER NOT NULL CHECK (cutoff_minutes BETWEEN 0 AND 1440),
            PRIMARY KEY (tenant, area_id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE truck_roster (
            tenant TEXT NOT NULL, truck_id TEXT NOT NULL, area_id TEXT NOT NULL,
            -- 1 is Monday.
            weekday INTEGER NOT NULL CHECK (weekday BETWEEN 1 AND 7),
            stops INTEGER NOT NULL CHECK (stops BETWEEN 0 AND 20),
            -- Of the entry that named the day, as it was sent.
            position INTEGER NOT NULL CHECK (position >= 0),
            PRIMARY KEY (tenant, truck_id, area_id, weekday)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX truck_roster_by_area ON truck_roster (tenant, area_id, weekday);

        CREATE TABLE window_claim (
            tenant TEXT NOT NULL, claim_id TEXT NOT NULL, order_id TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('held', 'confirmed', 'released', 'expired')),
            -- Null: the claim was released before it came.
            area_id TEXT, starts_at INTEGER, ends_at INTEGER CHECK (ends_at > starts_at), truck_id TEXT,
            -- Which of the truck's stops, from 1. Two live claims never have the same one, so no code can claim more than there are.
            stop INTEGER CHECK (stop BETWEEN 1 AND 20),
            promised_by INTEGER, expires_at INTEGER,
            -- From then on nobody asks for it.
            over_at INTEGER NOT NULL,
            CHECK (state = 'released' OR (area_id IS NOT NULL AND starts_at IS NOT NULL AND ends_at IS NOT NULL AND truck_id IS NOT NULL
                AND stop IS NOT NULL AND promised_by IS NOT NULL AND expires_at IS NOT NULL)),
            PRIMARY KEY (tenant, claim_id)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX window_claim_stop ON window_claim (tenant, area_id, starts_at, ends_at, truck_id, stop)
            WHERE state IN ('held', 'confirmed');
        CREATE INDEX window_claim_by_end ON window_claim (tenant, expires_at) WHERE state = 'held';
        CREATE INDEX window_claim_over ON window_claim (tenant, over_at);

        -- Changes of areas and trucks that scheduling has not heard of yet: a request may be faster than the news of what it is about.
        CREATE TABLE pending_change (
            tenant TEXT NOT NULL, request_id TEXT NOT NULL,
            -- `area:…` or `truck:…`
            awaits TEXT NOT NULL,
            document TEXT NOT NULL,
            PRIMARY KEY (tenant, request_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX pending_change_by_subject ON pending_change (tenant, awaits);
        """
}
