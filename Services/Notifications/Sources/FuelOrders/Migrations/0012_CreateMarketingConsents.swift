import Storage

enum CreateMarketingConsents: Migration {
    static let name = "0012_CreateMarketingConsents"
    static let sql = """
        -- Whether people last agreed in their profile to hear of offers.
        CREATE TABLE marketing_consent (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, agrees INTEGER NOT NULL CHECK (agrees IN (0, 1)),
            PRIMARY KEY (tenant, user_id)
        ) STRICT, WITHOUT ROWID;
        """
}
