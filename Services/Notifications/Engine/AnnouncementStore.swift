import Contracts
import GRDB
import Kernel
import NotificationPolicy

/// Rows of messages to many.
struct AnnouncementStore {
    let database: Database
    let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    struct Slice {
        let trigger: Trigger
        let users: [User.ID]
        let campaignId: String?
    }

    /// Answers how many it is for.
    func open(_ id: String, _ trigger: Trigger, to audience: Audience, except: User.ID?, campaign: String?, rank: Int) throws -> Int {
        try database.cachedStatement(sql: """
            INSERT INTO announcement (tenant, id, type, at, subject, dedupe_key, facts, campaign_id, rank, has_started) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
            """)
            .execute(arguments: [tenant.rawValue, id, trigger.type, trigger.at.millisecondsSinceEpoch, trigger.subject ?? "", trigger.dedupeKey ?? "",
                                 try JSONColumn.text(trigger.facts), campaign, rank])
        let (source, arguments): (String, [(any DatabaseValueConvertible)?]) = switch audience {
        case .holders(let event): ("holding WHERE tenant = ? AND event_id = ?", [tenant.rawValue, event.rawValue])
        case .favoriters(let event): ("favorite WHERE tenant = ? AND event_id = ?", [tenant.rawValue, event.rawValue])
        case .followers(let organizer): ("follow WHERE tenant = ? AND organizer_id = ?", [tenant.rawValue, organizer.rawValue])
        case .everybody(let roles):
            ("recipient WHERE tenant = ? AND is_contact = 0 AND (? = '[]' OR EXISTS (SELECT 1 FROM json_each(roles) r JOIN json_each(?) w ON r.value = w.value))",
             [tenant.rawValue, try JSONColumn.text(roles), try JSONColumn.text(roles)])
        case .neighborhood(let id): ("recipient WHERE tenant = ? AND is_contact = 0 AND neighborhood_id = ?", [tenant.rawValue, id])
        case .wantingToPayInApp: ("in_app_payment_wanted WHERE tenant = ?", [tenant.rawValue])
        case .friends(let friend, let event):
            ("""
                (SELECT f.tenant, f.friend_id AS user_id FROM friendship f WHERE f.tenant = ? AND f.user_id = ? AND (
                    EXISTS (SELECT 1 FROM holding h WHERE h.tenant = f.tenant AND h.event_id = ? AND h.user_id = f.friend_id)
                    OR EXISTS (SELECT 1 FROM favorite v WHERE v.tenant = f.tenant AND v.event_id = ? AND v.user_id = f.friend_id))) WHERE 1
                """, [tenant.rawValue, friend.rawValue, event.rawValue, event.rawValue])
        case .users(let users):
            ("recipient WHERE tenant = ? AND user_id IN (SELECT value FROM json_each(?))", [tenant.rawValue, try JSONColumn.text(users)])
        }
        try database.cachedStatement(sql: """
            INSERT INTO announcement_recipient (tenant, announcement_id, user_id) SELECT DISTINCT tenant, ?, user_id FROM \(source) AND user_id <> ?
            """).execute(arguments: StatementArguments([id] + arguments + [except?.rawValue ?? ""]))
        return database.changesCount
    }
    func start(_ id: String) throws {
        try database.cachedStatement(sql: "UPDATE announcement SET has_started = 1 WHERE tenant = ? AND id = ?").execute(arguments: [tenant.rawValue, id])
    }
    func isAnyOpen() throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM announcement WHERE tenant = ? AND has_started = 1)")
        return try Bool.fetchOne(statement, arguments: [tenant.rawValue]) ?? false
    }
    /// The next recipients of the message whose turn it is; they are not given again. Nil: none is open.
    func takeNext(limit: Int) throws -> Slice? {
        let statement = try database.cachedStatement(sql: """
            SELECT id, type, at, subject, dedupe_key, facts, campaign_id FROM announcement WHERE tenant = ? AND has_started = 1 ORDER BY rank, at, id LIMIT 1
            """)
        guard let row = try Row.fetchOne(statement, arguments: [tenant.rawValue]) else { return nil }
        let id: String = row[0]
        let users = try String.fetchAll(try database.cachedStatement(sql: """
            SELECT user_id FROM announcement_recipient WHERE tenant = ? AND announcement_id = ? ORDER BY user_id LIMIT ?
            """), arguments: [tenant.rawValue, id, limit])
        if let last = users.last {
            try database.cachedStatement(sql: "DELETE FROM announcement_recipient WHERE tenant = ? AND announcement_id = ? AND user_id <= ?")
                .execute(arguments: [tenant.rawValue, id, last])
        }
        if users.count < limit { try close(id) }
        let (subject, key): (String, String) = (row[3], row[4])
        let trigger = Trigger(row[1], at: Timestamp(millisecondsSinceEpoch: row[2]), subject: subject.isEmpty ? nil : subject, facts: try JSONColumn.value(row[5]),
                              dedupeKey: key.isEmpty ? nil : key)
        return Slice(trigger: trigger, users: users.map { User.ID($0) }, campaignId: row[6])
    }
    func close(_ id: String) throws {
        try database.cachedStatement(sql: "DELETE FROM announcement WHERE tenant = ? AND id = ?").execute(arguments: [tenant.rawValue, id])
    }
}
