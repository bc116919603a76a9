import Storage

/// Claims of listings of any kind, in any unit. What was claimed before were tickets of events.
enum ClaimUnits: Migration {
    static let name = "0015_ClaimUnits"
    static let sql = """
        ALTER TABLE resource ADD COLUMN unit TEXT NOT NULL DEFAULT 'ticket';
        ALTER TABLE claim ADD COLUMN kind TEXT NOT NULL DEFAULT 'event';
        ALTER TABLE claim_line ADD COLUMN unit TEXT NOT NULL DEFAULT 'ticket';
        CREATE INDEX resource_by_listing ON resource (tenant, kind, scope_id);
        """
}
