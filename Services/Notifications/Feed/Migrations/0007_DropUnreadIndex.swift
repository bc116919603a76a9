import Storage

/// Nothing was ever found by it: what somebody has not read is counted along their items, of which there are few.
enum DropUnreadIndex: Migration {
    static let name = "0007_DropUnreadIndex"
    static let sql = "DROP INDEX notification_unread;"
}
