import Storage

enum AddWithdrawalAccount: Migration {
    static let name = "0005_AddWithdrawalAccount"
    static let sql = """
        -- The account a withdrawal goes to, as it was when it was asked for. Null in rows of older programs.
        ALTER TABLE withdrawal ADD COLUMN account_type TEXT;
        ALTER TABLE withdrawal ADD COLUMN account_reference TEXT;
        ALTER TABLE withdrawal ADD COLUMN account_last4 TEXT;
        """
}
