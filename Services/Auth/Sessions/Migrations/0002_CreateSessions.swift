import Storage

package enum CreateSessions: Migration {
    package static let name = "0002_CreateSessions"
    package static let sql = """
        CREATE TABLE session (
            tenant TEXT NOT NULL, id TEXT NOT NULL, user_id TEXT NOT NULL,
            method TEXT NOT NULL CHECK (method IN ('password', 'otp', 'social', 'register')),
            device TEXT,
            created_at INTEGER NOT NULL, last_used_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
            generation INTEGER NOT NULL CHECK (generation >= 1),
            push_token TEXT,
            ended_at INTEGER, end_reason TEXT,
            PRIMARY KEY (tenant, id),
            FOREIGN KEY (tenant, user_id) REFERENCES account (tenant, id) ON DELETE CASCADE,
            CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
            CHECK (ended_at IS NULL OR push_token IS NULL)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX session_by_user ON session (tenant, user_id, created_at) WHERE ended_at IS NULL;
        CREATE INDEX session_by_expiry ON session (tenant, expires_at);
        -- A device's token belongs to one session.
        CREATE UNIQUE INDEX session_by_push_token ON session (tenant, push_token) WHERE push_token IS NOT NULL;

        -- Wrong tries by identifier, known or not.
        CREATE TABLE sign_in_attempt (
            tenant TEXT NOT NULL, identifier TEXT NOT NULL,
            -- Times of the newest failures, milliseconds, separated by spaces.
            failures TEXT NOT NULL,
            waits INTEGER NOT NULL CHECK (waits >= 0), locked_until INTEGER, updated_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, identifier)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sign_in_attempt_by_age ON sign_in_attempt (tenant, updated_at);

        CREATE TABLE one_time_code (
            tenant TEXT NOT NULL, purpose TEXT NOT NULL CHECK (purpose IN ('sign-in', 'password-reset', 'verify-email', 'verify-phone')),
            subject TEXT NOT NULL, address TEXT NOT NULL,
            proof BLOB NOT NULL CHECK (length(proof) = 32),
            expires_at INTEGER NOT NULL, wrong_tries INTEGER NOT NULL CHECK (wrong_tries >= 0),
            PRIMARY KEY (tenant, purpose, subject)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX one_time_code_by_expiry ON one_time_code (tenant, expires_at);

        -- When codes were asked for: what the hourly limit counts.
        CREATE TABLE one_time_code_request (
            tenant TEXT NOT NULL, purpose TEXT NOT NULL, subject TEXT NOT NULL, at INTEGER NOT NULL,
            PRIMARY KEY (tenant, purpose, subject, at)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX one_time_code_request_by_age ON one_time_code_request (tenant, at);
        """
}
