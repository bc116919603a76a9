import Storage

/// Checks of identities and applications get rows of their own; until now an account only knew how far they were.
package enum CreateReviews: Migration {
    package static let name = "0008_CreateReviews"
    package static let sql = """
        CREATE TABLE identity_check (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('pending', 'verified', 'rejected')),
            -- Absent in a check that was imported with its result.
            document_type TEXT, last4 TEXT CHECK (length(last4) <= 4),
            -- HMAC: nobody who has the file can tell the number.
            number_digest TEXT,
            -- Encrypted.
            full_name TEXT,
            reason TEXT, attempt INTEGER NOT NULL CHECK (attempt >= 1),
            PRIMARY KEY (tenant, user_id),
            FOREIGN KEY (tenant, user_id) REFERENCES account (tenant, id) ON DELETE CASCADE,
            CHECK ((document_type IS NULL) = (number_digest IS NULL) AND (document_type IS NULL) = (last4 IS NULL)),
            CHECK (document_type IS NOT NULL OR status <> 'pending')
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX identity_check_verified ON identity_check (tenant, number_digest)
            WHERE number_digest IS NOT NULL AND status = 'verified';

        CREATE TABLE organizer_application (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('in-progress', 'in-review', 'needs-changes', 'approved', 'rejected', 'suspended')),
            submitted_at INTEGER, approved_at INTEGER,
            -- A moderator has said no once, so no later application is approved without one.
            needs_moderator INTEGER NOT NULL DEFAULT 0 CHECK (needs_moderator IN (0, 1)),
            profile TEXT CHECK (profile IS NULL OR json_valid(profile)), contact TEXT CHECK (contact IS NULL OR json_valid(contact)),
            -- The number in it can be opened by payments only.
            payout TEXT CHECK (payout IS NULL OR json_valid(payout)),
            terms TEXT CHECK (terms IS NULL OR json_valid(terms)), decision TEXT CHECK (decision IS NULL OR json_valid(decision)),
            PRIMARY KEY (tenant, user_id),
            FOREIGN KEY (tenant, user_id) REFERENCES account (tenant, id) ON DELETE CASCADE,
            CHECK (status <> 'in-review' OR submitted_at IS NOT NULL)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX organizer_application_by_status
            ON organizer_application (tenant, status, coalesce(submitted_at, 9007199254740991), user_id);
        CREATE INDEX organizer_application_by_time ON organizer_application (tenant, coalesce(submitted_at, 9007199254740991), user_id);

        -- What imports and moderators said before there were rows.
        INSERT INTO identity_check (tenant, user_id, status, attempt)
            SELECT tenant, id, json_extract(profile, '$.identityStatus'), 1 FROM account
            WHERE erased_at IS NULL AND json_extract(profile, '$.identityStatus') IN ('verified', 'rejected');
        INSERT INTO organizer_application (tenant, user_id, status, submitted_at, approved_at)
            SELECT tenant, id, json_extract(profile, '$.organizerStatus'),
                CASE WHEN json_extract(profile, '$.organizerStatus') = 'in-review' THEN created_at END,
                CASE WHEN json_extract(profile, '$.organizerStatus') IN ('approved', 'suspended') THEN created_at END
            FROM account WHERE erased_at IS NULL AND json_extract(profile, '$.organizerStatus')
                IN ('in-progress', 'in-review', 'needs-changes', 'approved', 'rejected', 'suspended');
        """
}
