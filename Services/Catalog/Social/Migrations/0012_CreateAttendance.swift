import Storage

/// The people who were checked in; ratings show it as `attended`.
enum CreateAttendance: Migration {
    static let name = "0012_CreateAttendance"
    static let sql = """
        CREATE TABLE attendance (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL, user_id TEXT NOT NULL,
            PRIMARY KEY (tenant, event_id, user_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX attendance_by_user ON attendance (tenant, user_id);
        """
}
