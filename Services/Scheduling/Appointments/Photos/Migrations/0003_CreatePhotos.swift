import ServiceKit
import Storage

/// Reference pictures of links and appointments; their bytes are files of the shard.
enum CreatePhotos: Migration {
    static let name = "0003_CreatePhotos"
    static let sql = FileTables.sql + """

        CREATE TABLE photo (
            tenant TEXT NOT NULL, id TEXT NOT NULL, owner_kind TEXT NOT NULL CHECK (owner_kind IN ('link', 'appointment')), \
        owner_id INTEGER NOT NULL,
            artist_id TEXT NOT NULL, file_id TEXT NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL, created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, id), FOREIGN KEY (tenant, file_id) REFERENCES file (tenant, file_id)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX photo_by_owner ON photo (tenant, owner_kind, owner_id, file_id);
        CREATE INDEX photo_by_file ON photo (tenant, file_id);
        """
}
