import GRDB
import Kernel
import NotificationPolicy
import NotificationsKit

/// An operator's message to many, as it was asked for.
package struct MessageCampaign: Codable, Sendable {
    package let id: String
    package let type: String
    /// Language → text.
    package let title: [String: String]
    package let body: [String: String]
    package let deepLink: String?
    package let offer: JSONValue?
    package var recipients: Int
    package let createdAt: Timestamp
    package let startsAt: Timestamp
    package var endedAt: Timestamp?
    /// The texts are said as they are: a brace opens no placeholder. Absent: they may have placeholders.
    package var isLiteral: Bool?
    package init(id: String, type: String, title: [String: String], body: [String: String], deepLink: String?, offer: JSONValue?,
                 recipients: Int, createdAt: Timestamp, startsAt: Timestamp, endedAt: Timestamp? = nil, isLiteral: Bool? = nil) {
        (self.id, self.type, self.title, self.body, self.deepLink) = (id, type, title, body, deepLink)
        (self.offer, self.recipients, self.createdAt, self.startsAt, self.endedAt) = (offer, recipients, createdAt, startsAt, endedAt)
        self.isLiteral = isLiteral
    }

    /// In the reader's language, else the tenant's first.
    package func texts(locale: String?, languages: [String]) -> (NotificationPolicy.Texts, TextLanguage)? {
        let own = locale.map { String($0.prefix { $0 != "-" && $0 != "_" }).lowercased() }
        for tag in [own, languages.first].compactMap({ $0 }) {
            guard let title = title[tag], let body = body[tag] else { continue }
            let texts = NotificationPolicy.Texts(title: title, body: body)
            return (isLiteral == true ? TextTemplate.literal(texts) : texts, TextLanguage(tag: tag))
        }
        return nil
    }
}

/// Rows of campaigns.
package struct MessageCampaignStore {
    package let database: Database
    package let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    package func find(_ id: String) throws -> MessageCampaign? {
        let statement = try database.cachedStatement(sql: "SELECT document, recipients, ended_at FROM campaign WHERE tenant = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, id]).map { row in
            var campaign: MessageCampaign = try JSONColumn.value(row[0])
            (campaign.recipients, campaign.endedAt) = (row[1], (row[2] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) })
            return campaign
        }
    }
    package func insert(_ campaign: MessageCampaign) throws {
        try database.cachedStatement(
            sql: "INSERT INTO campaign (tenant, id, type, document, recipients, created_at, starts_at) VALUES (?, ?, ?, ?, ?, ?, ?)")
            .execute(arguments: [tenant.rawValue, campaign.id, campaign.type, try JSONColumn.text(campaign), campaign.recipients,
                                 campaign.createdAt.millisecondsSinceEpoch, campaign.startsAt.millisecondsSinceEpoch])
    }
    package func setRecipients(_ count: Int, of id: String) throws {
        try database.cachedStatement(sql: "UPDATE campaign SET recipients = ? WHERE tenant = ? AND id = ?")
            .execute(arguments: [count, tenant.rawValue, id])
    }
    package func end(_ id: String, at now: Timestamp) throws {
        try database.cachedStatement(sql: "UPDATE campaign SET ended_at = coalesce(ended_at, ?) WHERE tenant = ? AND id = ?")
            .execute(arguments: [now.millisecondsSinceEpoch, tenant.rawValue, id])
    }
}
