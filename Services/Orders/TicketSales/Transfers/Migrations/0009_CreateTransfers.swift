import Storage

/// Tickets that holders hand over, and what accepting them needs to know of people.
enum CreateTransfers: Migration {
    static let name = "0009_CreateTransfers"
    static let sql = """
        -- The ticket whose place this one took; null: it was bought.
        ALTER TABLE ticket ADD COLUMN received_from TEXT;
        CREATE INDEX ticket_received ON ticket (tenant, holder_id, id) WHERE received_from IS NOT NULL;

        CREATE TABLE ticket_transfer (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            ticket_id TEXT NOT NULL, event_id TEXT NOT NULL, sender_id TEXT NOT NULL,
            -- Keyed hashes: neither the address nor the link stands here. The token is null where an account was known.
            address_key TEXT NOT NULL, token_key TEXT,
            -- The address as it is shown, `j•••@example.com`, and what the sender wrote; empty and null after an erasure.
            shown_to TEXT NOT NULL, message TEXT,
            status TEXT NOT NULL CHECK (status IN ('pending', 'accepted', 'declined', 'cancelled', 'expired')),
            recipient_id TEXT, new_ticket_id TEXT,
            created_at INTEGER NOT NULL,
            -- The event's start. A pending transfer is over from then on, also while the status says pending.
            expires_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, id),
            FOREIGN KEY (tenant, ticket_id) REFERENCES ticket (tenant, id),
            FOREIGN KEY (tenant, new_ticket_id) REFERENCES ticket (tenant, id),
            CHECK ((status = 'accepted') = (new_ticket_id IS NOT NULL)),
            CHECK ((status IN ('accepted', 'declined')) = (recipient_id IS NOT NULL))
        ) STRICT;
        CREATE UNIQUE INDEX ticket_transfer_pending ON ticket_transfer (tenant, ticket_id) WHERE status = 'pending';
        CREATE INDEX ticket_transfer_of_event ON ticket_transfer (tenant, event_id) WHERE status = 'pending';
        CREATE INDEX ticket_transfer_of_ticket ON ticket_transfer (tenant, ticket_id);
        CREATE INDEX ticket_transfer_made ON ticket_transfer (tenant, new_ticket_id);
        CREATE INDEX ticket_transfer_to ON ticket_transfer (tenant, address_key, created_at);

        -- Who finds a transfer in a list: its sender, accounts with its address, and who answered it by the link.
        CREATE TABLE transfer_party (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, created_at INTEGER NOT NULL, transfer_id TEXT NOT NULL,
            direction TEXT NOT NULL CHECK (direction IN ('incoming', 'outgoing')),
            PRIMARY KEY (tenant, user_id, created_at, transfer_id),
            FOREIGN KEY (tenant, transfer_id) REFERENCES ticket_transfer (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX transfer_party_of ON transfer_party (tenant, transfer_id);

        -- Addresses that accounts have proved to be theirs, as keyed hashes.
        CREATE TABLE verified_address (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('email', 'phone')),
            address_key TEXT NOT NULL,
            PRIMARY KEY (tenant, user_id, kind)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX verified_address_owner ON verified_address (tenant, address_key);

        CREATE TABLE birth_date (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, born_on TEXT NOT NULL,
            PRIMARY KEY (tenant, user_id)
        ) STRICT, WITHOUT ROWID;
        """
}
