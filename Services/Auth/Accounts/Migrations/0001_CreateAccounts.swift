import Storage

package enum CreateAccounts: Migration {
    package static let name = "0001_CreateAccounts"
    package static let sql = """
        CREATE TABLE account (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            name TEXT NOT NULL, email TEXT, phone TEXT,
            email_verified INTEGER NOT NULL DEFAULT 0 CHECK (email_verified IN (0, 1)),
            phone_verified INTEGER NOT NULL DEFAULT 0 CHECK (phone_verified IN (0, 1)),
            -- scrypt, PHC string format.
            password_hash TEXT CHECK (password_hash LIKE '$scrypt$%'),
            credential_version INTEGER NOT NULL CHECK (credential_version >= 1),
            locale TEXT, timezone TEXT, date_of_birth TEXT, avatar_url TEXT, active_role TEXT,
            created_at INTEGER NOT NULL, erased_at INTEGER,
            PRIMARY KEY (tenant, id),
            CHECK (erased_at IS NULL OR (name = '' AND email IS NULL AND phone IS NULL AND password_hash IS NULL AND date_of_birth IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX account_by_email ON account (tenant, email COLLATE NOCASE) WHERE email IS NOT NULL;
        CREATE UNIQUE INDEX account_by_phone ON account (tenant, phone) WHERE phone IS NOT NULL;
        CREATE INDEX account_by_age ON account (tenant, created_at, id) WHERE erased_at IS NULL;

        CREATE TABLE account_role (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, role TEXT NOT NULL,
            position INTEGER NOT NULL CHECK (position >= 0),
            PRIMARY KEY (tenant, user_id, role),
            FOREIGN KEY (tenant, user_id) REFERENCES account (tenant, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX account_role_by_role ON account_role (tenant, role, user_id);

        -- Becoming an organizer, and proving who one is: states only; absent means not started, unverified.
        CREATE TABLE organizer_application (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('in-progress', 'in-review', 'needs-changes', 'approved', 'rejected', 'suspended')),
            PRIMARY KEY (tenant, user_id),
            FOREIGN KEY (tenant, user_id) REFERENCES account (tenant, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE identity_check (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('pending', 'verified', 'rejected')),
            PRIMARY KEY (tenant, user_id),
            FOREIGN KEY (tenant, user_id) REFERENCES account (tenant, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        """
}
