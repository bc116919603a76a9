import Storage

/// Friends and readers of ratings know people by their own names, not by those of their organizations.
enum KeepOwnNames: Migration {
    static let name = "0034_KeepOwnNames"
    static let sql = """
        -- The name of the account. NULL: `auth` did not say one since, and `name` is the best there is.
        ALTER TABLE person ADD COLUMN own_name TEXT;
        """
}
