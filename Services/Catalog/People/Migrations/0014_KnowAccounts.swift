import Storage

/// Marks people with an account, apart from those that events and follows named before `auth` announced them.
enum KnowAccounts: Migration {
    static let name = "0014_KnowAccounts"
    static let sql = """
        ALTER TABLE person ADD COLUMN has_account INTEGER NOT NULL DEFAULT 0 CHECK (has_account IN (0, 1));
        -- Only `auth` tells names, and it forgets them with the account.
        UPDATE person SET has_account = 1 WHERE name <> '';
        """
}
