import Storage

/// Facts of organizers' businesses and their sums. Triggers keep both, so that no way in which a ticket, an order or a refund changes can
/// forget them (docs/decisions/0038).
enum CreateBusinessNumbers: Migration {
    static let name = "0010_CreateBusinessNumbers"
    static let sql = tables + BusinessNumbersTriggers.sums + BusinessNumbersTriggers.facts + BusinessNumbersTriggers.backfill

    private static let tables = """
        -- What happened and when, so that a period may begin and end at any instant.
        CREATE TABLE business_fact (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL, at INTEGER NOT NULL,
            -- At the completion of an order: the `order`, what it `sold`, each `ticket` that still counts, and `used` beside it.
            kind TEXT NOT NULL CHECK (kind IN ('order', 'sold', 'ticket', 'used', 'refund', 'entry', 'view')),
            -- The order, the ticket, the refund or the message it comes from; empty for guests' views of one instant.
            ref TEXT NOT NULL,
            organizer_id TEXT NOT NULL,
            -- Empty: of no one type.
            ticket_type_id TEXT NOT NULL,
            -- Buyer, holder or viewer.
            user_id TEXT,
            -- Minor units. A refund's `fee` is the part of the platform's fee that was reversed.
            units INTEGER NOT NULL CHECK (units > 0), amount INTEGER NOT NULL CHECK (amount >= 0), fee INTEGER NOT NULL CHECK (fee >= 0),
            PRIMARY KEY (tenant, event_id, at, kind, ref)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX business_fact_of_organizer ON business_fact (tenant, organizer_id, at, kind, user_id);

        -- The facts of a day of UTC added up, by event and ticket type.
        CREATE TABLE business_day (
            tenant TEXT NOT NULL, organizer_id TEXT NOT NULL, event_id TEXT NOT NULL, kind TEXT NOT NULL, ticket_type_id TEXT NOT NULL,
            start_at INTEGER NOT NULL CHECK (start_at % 86400000 = 0),
            units INTEGER NOT NULL, amount INTEGER NOT NULL, fee INTEGER NOT NULL,
            PRIMARY KEY (tenant, organizer_id, event_id, kind, ticket_type_id, start_at)
        ) STRICT, WITHOUT ROWID;
        -- Sales and entries of a quarter of an hour, for an event and for an organizer (`scope_id` is the id of either): days begin at a
        -- multiple of it in every time zone.
        CREATE TABLE business_quarter (
            tenant TEXT NOT NULL, scope_id TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('order', 'ticket', 'entry')),
            start_at INTEGER NOT NULL CHECK (start_at % 900000 = 0),
            units INTEGER NOT NULL, amount INTEGER NOT NULL,
            PRIMARY KEY (tenant, scope_id, kind, start_at)
        ) STRICT, WITHOUT ROWID;

        -- How often somebody bought, holds and looked.
        CREATE TABLE business_person (
            tenant TEXT NOT NULL, scope_id TEXT NOT NULL, user_id TEXT NOT NULL,
            orders INTEGER NOT NULL, tickets INTEGER NOT NULL, views INTEGER NOT NULL, last_view_at INTEGER,
            PRIMARY KEY (tenant, scope_id, user_id)
        ) STRICT, WITHOUT ROWID;
        -- Distinct people of a scope.
        CREATE TABLE business_reach (
            tenant TEXT NOT NULL, scope_id TEXT NOT NULL,
            buyers INTEGER NOT NULL, holders INTEGER NOT NULL, viewers INTEGER NOT NULL,
            -- Viewers and buyers together.
            prospects INTEGER NOT NULL,
            PRIMARY KEY (tenant, scope_id)
        ) STRICT, WITHOUT ROWID;

        -- What the catalog last counted.
        CREATE TABLE event_count (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL,
            favorites INTEGER NOT NULL DEFAULT 0, ratings INTEGER NOT NULL DEFAULT 0, stars INTEGER NOT NULL DEFAULT 0,
            waiting INTEGER NOT NULL DEFAULT 0,
            deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
            PRIMARY KEY (tenant, event_id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE follower_count (
            tenant TEXT NOT NULL, organizer_id TEXT NOT NULL, followers INTEGER NOT NULL,
            PRIMARY KEY (tenant, organizer_id)
        ) STRICT, WITHOUT ROWID;
        -- Events that are not published yet; `event` has the others.
        CREATE TABLE event_draft (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL, organizer_id TEXT NOT NULL,
            title TEXT, deleted INTEGER NOT NULL CHECK (deleted IN (0, 1)),
            -- JSON: [{id, name, quantity}].
            ticket_types TEXT NOT NULL,
            PRIMARY KEY (tenant, event_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX event_draft_by_organizer ON event_draft (tenant, organizer_id, deleted);

        """
}
