import ServiceKit
import Storage

/// Files of this service, and which of them are posters of events.
enum CreatePosters: Migration {
    static let name = "0006_CreatePosters"
    static let sql = FileTables.sql + """

        CREATE TABLE poster (
            tenant TEXT NOT NULL, media_id TEXT NOT NULL,
            event_id TEXT NOT NULL, file_id TEXT NOT NULL, url TEXT NOT NULL,
            width INTEGER NOT NULL CHECK (width > 0), height INTEGER NOT NULL CHECK (height > 0),
            bytes INTEGER NOT NULL, media_type TEXT NOT NULL, created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, media_id),
            FOREIGN KEY (tenant, event_id) REFERENCES event (tenant, event_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX poster_by_event ON poster (tenant, event_id, created_at);
        CREATE INDEX poster_by_file ON poster (tenant, file_id);
        """
}
