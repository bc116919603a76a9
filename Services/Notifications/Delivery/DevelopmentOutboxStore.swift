import GRDB
import Kernel
import NotificationPolicy
import NotificationsKit
import Storage

/// Rows of what would have left the platform.
package struct DevelopmentOutboxStore {
    package let database: Database
    package let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    /// Nobody debugs older messages.
    package static let keptFor: Duration = .days(7)

    package func insert(_ message: ChannelMessage, id: String, for user: User.ID, template: String, notification: String?,
                at now: Timestamp) throws {
        try database.cachedStatement(sql: """
            INSERT INTO development_outbox (tenant, created_at, id, user_id, channel, recipient, template, subject, text, html, data,
            attachments, notification_id, content_available)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).run([
                tenant.rawValue, now.millisecondsSinceEpoch, id, user.rawValue, message.channel.rawValue, message.to, template,
                message.subject, message.text, message.html, message.data.map { JSONColumn.text($0) },
                message.attachments.isEmpty ? nil : try JSONColumn.text(message.attachments), notification, message.contentAvailable,
            ])
    }
    package func prune(at now: Timestamp) throws {
        try database.cachedStatement(sql: "DELETE FROM development_outbox WHERE tenant = ? AND created_at < ?")
            .run([tenant.rawValue, (now - Self.keptFor).millisecondsSinceEpoch])
    }
    /// Newest first.
    package func list(channel: ChannelName?, to address: String?, limit: Int, offset: Int) throws -> (messages: [SentMessageAnswer],
                      total: Int) {
        let total = try Int.fetchOne(try database.cachedStatement(sql: """
            SELECT count(*) FROM development_outbox WHERE tenant = ? AND (? IS NULL OR channel = ?) AND (? IS NULL OR recipient = ?)
            """), arguments: [tenant.rawValue, channel?.rawValue, channel?.rawValue, address, address]) ?? 0
        let statement = try database.cachedStatement(sql: """
            SELECT id, channel, recipient, template, subject, text, html, data, created_at, attachments, content_available
            FROM development_outbox WHERE tenant = ? AND (? IS NULL OR channel = ?) AND (? IS NULL OR recipient = ?)
            ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?
            """)
        let messages = try Row.fetchAll(statement, arguments: [tenant.rawValue, channel?.rawValue, channel?.rawValue, address, address,
                                                               limit, offset]).map { row in
            SentMessageAnswer(id: row[0], channel: row[1], to: row[2], template: row[3], subject: row[4], text: row[5], html: row[6],
                              data: try (row[7] as String?).map { try JSONColumn.value($0) },
                              contentAvailable: row[10], attachments: try (row[9] as String?).map { try JSONColumn.value($0) } ?? [],
                              createdAt: Timestamp(millisecondsSinceEpoch: row[8]).wholeSeconds)
        }
        return (messages, total)
    }
}
