import Storage

/// What companies report of text messages, and what people answer.
package enum TakeTextReports: Migration {
    package static let name = "0010_TakeTextReports"
    package static let sql = """
        -- The company's last word; NULL: none was taken.
        ALTER TABLE delivery ADD COLUMN report TEXT CHECK (report IN ('delivered', 'failed'));

        CREATE TABLE text_reply (
            tenant TEXT NOT NULL, provider TEXT NOT NULL, message_id TEXT NOT NULL, at INTEGER NOT NULL,
            PRIMARY KEY (tenant, provider, message_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX text_reply_by_age ON text_reply (tenant, at);

        CREATE INDEX recipient_by_phone ON recipient (tenant, phone) WHERE phone IS NOT NULL;
        """
}
