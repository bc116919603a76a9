import Storage

/// How far a message got on each channel stands in the feed's item: rows of their own, each with its reference, were a
/// fifth of what a decided message writes.
package enum ShowChannelsInItems: Migration {
    package static let name = "0008_ShowChannelsInItems"
    package static let sql = ["push", "email", "sms", "in_app"].map { column in
        """
        ALTER TABLE notification ADD COLUMN \(column)_state TEXT
            CHECK (\(column)_state IN ('scheduled', 'batched', 'queued', 'sent', 'delivered', 'opened', 'failed', 'suppressed'));
        ALTER TABLE notification ADD COLUMN \(column)_at INTEGER CHECK ((\(column)_at IS NULL) = (\(column)_state IS NULL));
        UPDATE notification SET (\(column)_state, \(column)_at) = (
            SELECT c.state, c.at FROM notification_channel c
            WHERE c.tenant = notification.tenant AND c.user_id = notification.user_id AND c.notification_id = notification.id
                AND c.channel = '\(column == "in_app" ? "inApp" : column)');

        """
    }.joined() + "DROP TABLE notification_channel;"
}
