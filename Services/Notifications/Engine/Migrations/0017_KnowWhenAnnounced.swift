import Storage

/// As of when what is told to many is decided. Null: as of the message that decides it.
package enum KnowWhenAnnounced: Migration {
    package static let name = "0017_KnowWhenAnnounced"
    package static let sql = "ALTER TABLE announcement ADD COLUMN happened_at INTEGER;"
}
