import Contracts
import GRDB
import Kernel

/// A picture of an event, as its organizer sees it.
package struct Poster: Codable, Sendable, Equatable {
    package let mediaId: String
    package let posterUrl: String
    /// Pixels.
    package let width: Int
    package let height: Int
    package let bytes: Int
    package let mediaType: String
    package let createdAt: Timestamp
}

/// Which pictures belong to which event. The bytes are files of their own: the same picture at two events is kept once.
package struct PosterStore {
    let database: Database
    let tenant: TenantID
    package init(database: Database, tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    package func add(_ poster: Poster, file: String, to event: EventID, at now: Timestamp) throws {
        try database.execute(sql: """
            INSERT INTO poster (tenant, media_id, event_id, file_id, url, width, height, bytes, media_type, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, arguments: [tenant.rawValue, poster.mediaId, event.rawValue, file, poster.posterUrl, poster.width, poster.height,
                             poster.bytes, poster.mediaType, now.millisecondsSinceEpoch])
    }

    /// Newest first.
    package func page(of event: EventID, limit: Int, offset: Int) throws -> (posters: [Poster], total: Int) {
        let total = try Int.fetchOne(database, sql: "SELECT count(*) FROM poster WHERE tenant = ? AND event_id = ?",
                                     arguments: [tenant.rawValue, event.rawValue]) ?? 0
        let rows = try Row.fetchAll(database, sql: """
            SELECT media_id, url, width, height, bytes, media_type, created_at FROM poster WHERE tenant = ? AND event_id = ?
            ORDER BY created_at DESC, media_id LIMIT ? OFFSET ?
            """, arguments: [tenant.rawValue, event.rawValue, limit, offset])
        return (rows.map {
            Poster(mediaId: $0[0], posterUrl: $0[1], width: $0[2], height: $0[3], bytes: $0[4], mediaType: $0[5],
                   createdAt: Timestamp(millisecondsSinceEpoch: $0[6]).wholeSeconds)
        }, total)
    }

    /// Adds a picture of one event to another, so that it stays when the first one goes. False: the event has no such one.
    package func copy(_ url: String, of event: EventID, to copy: EventID, as mediaID: String, url newURL: String,
                      at now: Timestamp) throws -> Bool {
        try database.execute(sql: """
            INSERT INTO poster (tenant, media_id, event_id, file_id, url, width, height, bytes, media_type, created_at)
            SELECT tenant, ?, ?, file_id, ?, width, height, bytes, media_type, ? FROM poster WHERE tenant = ? AND event_id = ? AND url = ?
            """, arguments: [mediaID, copy.rawValue, newURL, now.millisecondsSinceEpoch, tenant.rawValue, event.rawValue, url])
        return database.changesCount == 1
    }

    package func file(of mediaID: String) throws -> String? {
        try String.fetchOne(try database.cachedStatement(sql: "SELECT file_id FROM poster WHERE tenant = ? AND media_id = ?"),
                            arguments: [tenant.rawValue, mediaID])
    }

    /// The event goes for good, and with it the pictures that nothing else shows.
    package func purge(_ event: EventID) throws {
        let files = try String.fetchAll(database, sql: "SELECT DISTINCT file_id FROM poster WHERE tenant = ? AND event_id = ?",
                                        arguments: [tenant.rawValue, event.rawValue])
        try database.execute(sql: "DELETE FROM poster WHERE tenant = ? AND event_id = ?", arguments: [tenant.rawValue, event.rawValue])
        for file in files {
            try database.execute(sql: """
                DELETE FROM file WHERE tenant = ?1 AND file_id = ?2 AND NOT EXISTS (SELECT 1 FROM poster WHERE tenant = ?1 AND file_id = ?2)
                """, arguments: [tenant.rawValue, file])
        }
    }
}
