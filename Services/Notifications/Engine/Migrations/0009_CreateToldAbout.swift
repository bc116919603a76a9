import Storage

/// Notifications about subjects of types whose frequency per subject is limited.
package enum CreateToldAbout: Migration {
    package static let name = "0009_CreateToldAbout"
    package static let sql = """
        CREATE TABLE told_about (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, type TEXT NOT NULL, subject TEXT NOT NULL,
            candidate_id TEXT NOT NULL, at INTEGER NOT NULL,
            PRIMARY KEY (tenant, user_id, type, subject)
        ) STRICT, WITHOUT ROWID;
        """
}
