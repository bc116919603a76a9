import Storage

/// What ended with a deleted event, so that deleting it again answers the same. Events deleted before have none.
enum KeepDeletionCosts: Migration {
    static let name = "0033_KeepDeletionCosts"
    static let sql = """
        ALTER TABLE event ADD COLUMN deleted_tickets INTEGER CHECK (deleted_tickets >= 0);
        ALTER TABLE event ADD COLUMN deleted_attendees INTEGER CHECK (deleted_attendees >= 0);
        -- Minor units.
        ALTER TABLE event ADD COLUMN deleted_refunds INTEGER CHECK (deleted_refunds >= 0);
        """
}
