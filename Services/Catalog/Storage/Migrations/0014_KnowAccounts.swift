import Storage

/// Who has an account, beside people that events and follows name before `auth` told of them.
enum KnowAccounts: Migration {
    static let name = "0014_KnowAccounts"
    static let sql = """
        ALTER TABLE person ADD COLUMN has_account INTEGER NOT NULL DEFAULT 0 CHECK (has_account IN (0, 1));
        -- Only `auth` tells names, and it forgets them with the account.
        UPDATE person SET has_account = 1 WHERE name <> '';
        """
}
