import CatalogKit
import Contracts
import GRDB
import Kernel

/// The words events are found by.
package struct WordStore {
    let database: Database
    let tenant: TenantID
    package init(database: Database, tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    package func index(_ event: EventID, as document: SearchDocument) throws {
        try database.cachedStatement(sql: "DELETE FROM event_word WHERE tenant = ? AND event_id = ?")
            .execute(arguments: [tenant.rawValue, event.rawValue])
        let insert = try database.cachedStatement(sql: "INSERT INTO event_word (tenant, word, event_id, in_title) VALUES (?, ?, ?, ?)")
        for (word, inTitle) in document.words.sorted(by: { $0.key < $1.key }) {
            try insert.execute(arguments: [tenant.rawValue, word, event.rawValue, inTitle])
        }
        // An index in memory then reads the words of this event again.
        try database.cachedStatement(sql: """
            UPDATE event_revision SET (revision, words_revision) =
                (SELECT n.revision + 1, n.revision + 1 FROM event_revision n WHERE n.tenant = ?1 AND n.revision > 0
                    ORDER BY n.revision DESC LIMIT 1)
            WHERE tenant = ?1 AND event_id = ?2
            """).execute(arguments: [tenant.rawValue, event.rawValue])
    }
}
