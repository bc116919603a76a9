import Storage

/// A link's photo returns to it if the deposit of its booking was not paid.
enum RememberLinkOfPhotos: Migration {
    static let name = "0004_RememberLinkOfPhotos"
    static let sql = "ALTER TABLE photo ADD COLUMN link_id INTEGER;"
}
