import Storage

package enum CreateExternalIdentities: Migration {
    package static let name = "0004_CreateExternalIdentities"
    package static let sql = """
        CREATE TABLE external_identity (
            tenant TEXT NOT NULL, issuer TEXT NOT NULL, subject TEXT NOT NULL, user_id TEXT NOT NULL,
            PRIMARY KEY (tenant, issuer, subject),
            FOREIGN KEY (tenant, user_id) REFERENCES account (tenant, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX external_identity_by_user ON external_identity (tenant, user_id);
        """
}
