import Storage

enum CreateOrders: Migration {
    static let name = "0001_CreateOrders"
    static let sql = """
        -- What the catalog last said of an event. `snapshot` is its JSON as it travels.
        CREATE TABLE event (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            version INTEGER NOT NULL CHECK (version >= 0),
            organizer_id TEXT NOT NULL, start_at INTEGER NOT NULL, end_at INTEGER NOT NULL,
            cancelled INTEGER NOT NULL DEFAULT 0 CHECK (cancelled IN (0, 1)),
            -- After a change of date or venue buyers may give tickets back until then.
            refund_open_until INTEGER,
            snapshot TEXT NOT NULL CHECK (json_valid(snapshot)),
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;

        -- Names of people, as auth says. Gone when the account is erased.
        CREATE TABLE person (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            name TEXT NOT NULL, email TEXT, phone TEXT,
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE orders (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            workflow TEXT NOT NULL, number TEXT NOT NULL,
            buyer_id TEXT NOT NULL, event_id TEXT NOT NULL,
            -- JSON: [{ticketTypeId, quantity}] as asked for; names for the tickets.
            wanted TEXT NOT NULL, attendees TEXT,
            age_confirmed INTEGER NOT NULL CHECK (age_confirmed IN (0, 1)),
            sandbox TEXT,
            status TEXT NOT NULL CHECK (status IN ('pending', 'preparing', 'awaiting-payment', 'confirming', 'reclaiming', 'completed',
                'partially-refunded', 'returning', 'refunded', 'refused', 'expired', 'cancelled')),
            claim_id TEXT, hold_expires_at INTEGER, hold_extended INTEGER NOT NULL DEFAULT 0 CHECK (hold_extended IN (0, 1)),
            payment_id TEXT, payment_state TEXT, late INTEGER NOT NULL DEFAULT 0 CHECK (late IN (0, 1)),
            refund_id TEXT, reason TEXT,
            -- JSON: [{ticketTypeId, name, quantity, unitPrice}] as claimed.
            lines TEXT NOT NULL DEFAULT '[]',
            -- Minor units.
            total INTEGER NOT NULL CHECK (total >= 0), fee INTEGER NOT NULL CHECK (fee BETWEEN 0 AND total), currency TEXT NOT NULL,
            organizer_id TEXT, title TEXT, attention TEXT,
            -- The request that still waits for its answer.
            request_id TEXT,
            placed_at INTEGER NOT NULL, completed_at INTEGER,
            PRIMARY KEY (tenant, id),
            UNIQUE (tenant, number),
            CHECK (status NOT IN ('preparing', 'awaiting-payment') OR (claim_id IS NOT NULL AND hold_expires_at IS NOT NULL AND payment_id \
        IS NOT NULL)),
            CHECK (status NOT IN ('pending', 'confirming', 'reclaiming') OR claim_id IS NOT NULL),
            CHECK (status NOT IN ('reclaiming', 'returning', 'expired') OR payment_id IS NOT NULL),
            CHECK (status <> 'returning' OR refund_id IS NOT NULL),
            CHECK (status <> 'cancelled' OR reason IS NOT NULL)
        ) STRICT;
        CREATE INDEX orders_by_buyer ON orders (tenant, buyer_id, placed_at);
        CREATE INDEX orders_by_event ON orders (tenant, event_id, id);

        CREATE TABLE ticket (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            order_id TEXT NOT NULL, event_id TEXT NOT NULL,
            position INTEGER NOT NULL CHECK (position >= 0),
            ticket_type_id TEXT NOT NULL, ticket_type_name TEXT NOT NULL,
            -- Face value, minor units.
            price INTEGER NOT NULL CHECK (price >= 0), currency TEXT NOT NULL,
            holder_id TEXT NOT NULL, attendee_name TEXT, serial TEXT NOT NULL,
            version INTEGER NOT NULL CHECK (version >= 1),
            status TEXT NOT NULL CHECK (status IN ('valid', 'used', 'transferred', 'cancelled', 'refunded')),
            first_entry_at INTEGER, inside INTEGER NOT NULL DEFAULT 0 CHECK (inside IN (0, 1)),
            blocked_because TEXT, attention TEXT,
            purchased_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, id),
            UNIQUE (tenant, serial),
            FOREIGN KEY (tenant, order_id) REFERENCES orders (tenant, id),
            CHECK (status <> 'used' OR first_entry_at IS NOT NULL)
        ) STRICT;
        CREATE INDEX ticket_by_order ON ticket (tenant, order_id, position);
        CREATE INDEX ticket_by_holder ON ticket (tenant, holder_id, purchased_at);
        CREATE INDEX ticket_by_event ON ticket (tenant, event_id, id);

        CREATE TABLE refund (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            order_id TEXT NOT NULL, payment_id TEXT,
            amount INTEGER NOT NULL CHECK (amount >= 0), currency TEXT NOT NULL,
            cause TEXT NOT NULL CHECK (cause IN ('late-payment', 'payment-mismatch', 'event-cancelled', 'requested')),
            -- What the person who asked for it wrote.
            reason TEXT,
            -- JSON: ids of the tickets that died for it.
            tickets TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
            failure_code TEXT,
            requested_at INTEGER NOT NULL, settled_at INTEGER,
            PRIMARY KEY (tenant, id),
            FOREIGN KEY (tenant, order_id) REFERENCES orders (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX refund_by_order ON refund (tenant, order_id, requested_at);
        """
}
