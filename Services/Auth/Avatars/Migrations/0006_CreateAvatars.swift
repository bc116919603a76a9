import ServiceKit
import Storage

package enum CreateAvatars: Migration {
    package static let name = "0006_CreateAvatars"
    package static let sql = FileTables.sql + """

        -- The newest picture of a person; the same picture may be of several.
        CREATE TABLE avatar (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, avatar_id TEXT NOT NULL, file_id TEXT NOT NULL,
            PRIMARY KEY (tenant, user_id),
            UNIQUE (tenant, avatar_id),
            FOREIGN KEY (tenant, user_id) REFERENCES account (tenant, id),
            FOREIGN KEY (tenant, file_id) REFERENCES file (tenant, file_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX avatar_by_file ON avatar (tenant, file_id);
        """
}
