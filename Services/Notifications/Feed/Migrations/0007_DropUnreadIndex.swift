import Storage

/// Nothing was ever found by it: what somebody has not read is counted along their items, of which there are few.
package enum DropUnreadIndex: Migration {
    package static let name = "0007_DropUnreadIndex"
    package static let sql = "DROP INDEX notification_unread;"
}
