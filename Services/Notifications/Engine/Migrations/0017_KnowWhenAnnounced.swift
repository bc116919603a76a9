import Storage

/// When what is told to many happened. Messages of earlier releases do not say.
package enum KnowWhenAnnounced: Migration {
    package static let name = "0017_KnowWhenAnnounced"
    package static let sql = "ALTER TABLE announcement ADD COLUMN happened_at INTEGER;"
}
