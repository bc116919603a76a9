import Storage

/// The time as of which an announcement is decided. Null: the time of the message that decides it.
package enum KnowWhenAnnounced: Migration {
    package static let name = "0017_KnowWhenAnnounced"
    package static let sql = "ALTER TABLE announcement ADD COLUMN happened_at INTEGER;"
}
