import Storage

enum ShareOperations: Migration {
    static let name = "0002_ShareOperations"
    static let sql = """
        -- False: another instance was asked, and told us.
        ALTER TABLE operation ADD COLUMN is_own INTEGER NOT NULL DEFAULT 1 CHECK (is_own IN (0, 1));
        -- Who got the answer that is given once.
        ALTER TABLE operation ADD COLUMN taken_by TEXT;
        """
}
