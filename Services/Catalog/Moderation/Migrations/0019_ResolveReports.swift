import Storage

/// What moderators decided about a report.
enum ResolveReports: Migration {
    static let name = "0019_ResolveReports"
    static let sql = """
        ALTER TABLE report ADD COLUMN action TEXT
            CHECK (action IN ('dismiss', 'cancel-event', 'remove-rating', 'suspend-organizer'));
        ALTER TABLE report ADD COLUMN note TEXT;
        ALTER TABLE report ADD COLUMN resolved_by TEXT;
        ALTER TABLE report ADD COLUMN resolved_at INTEGER CHECK ((resolved_at IS NULL) = (action IS NULL));
        CREATE INDEX report_by_state ON report (tenant, state, created_at);
        """
}
