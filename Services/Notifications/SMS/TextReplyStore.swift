import GRDB
import Kernel
import NotificationPolicy
import NotificationsKit

extension NotificationsTransaction {
    var textReplies: TextReplyStore { TextReplyStore(database, tenant) }
    var deliveryReports: DeliveryReportStore { DeliveryReportStore(database, tenant) }
}

/// Rows of answers to text messages, and of the numbers whose owners want none.
struct TextReplyStore {
    let database: Database
    let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    /// Far longer than a company repeats an answer. An older one is refused by nothing else: its signature covers no time.
    static let keptFor: Duration = .days(400)

    /// Notes an answer. False: it was noted before.
    func insert(_ id: String, of provider: String, at now: Timestamp) throws -> Bool {
        try database.cachedStatement(sql: "DELETE FROM text_reply WHERE tenant = ? AND at < ?")
            .execute(arguments: [tenant.rawValue, (now - Self.keptFor).millisecondsSinceEpoch])
        try database.cachedStatement(sql: """
            INSERT INTO text_reply (tenant, provider, message_id, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
            """).execute(arguments: [tenant.rawValue, provider, id, now.millisecondsSinceEpoch])
        return database.changesCount == 1
    }
    /// Those whom this number reaches.
    func people(at number: String) throws -> [User.ID] {
        let statement = try database.cachedStatement(sql: "SELECT user_id FROM recipient WHERE tenant = ? AND phone = ? ORDER BY user_id")
        return try String.fetchAll(statement, arguments: [tenant.rawValue, number]).map { User.ID($0) }
    }
    /// A number that was refused for another reason stays refused.
    func resume(_ number: String, codes: [String]) throws {
        let statement = try database.cachedStatement(sql: """
            DELETE FROM unreachable_address WHERE tenant = ? AND channel = 'sms' AND address = ? AND code = ?
            """)
        for code in codes { try statement.execute(arguments: [tenant.rawValue, number, code]) }
    }
}

/// What companies reported of deliveries.
struct DeliveryReportStore {
    let database: Database
    let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    /// Whether the message was made after `start`, and no final report was taken yet.
    func isOpen(_ delivery: String, since start: Timestamp) throws -> Bool {
        let statement =
            try database.cachedStatement(sql: "SELECT report IS NULL AND created_at >= ? FROM delivery WHERE tenant = ? AND id = ?")
        return try Bool.fetchOne(statement, arguments: [start.millisecondsSinceEpoch, tenant.rawValue, delivery]) ?? false
    }
    func record(_ outcome: TakeDeliveryReport.Outcome, of delivery: String) throws {
        try database.cachedStatement(sql: "UPDATE delivery SET report = ? WHERE tenant = ? AND id = ?")
            .execute(arguments: [outcome.rawValue, tenant.rawValue, delivery])
    }
}
