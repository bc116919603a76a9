import GRDB
import Kernel
import NotificationPolicy
import NotificationsKit
import Storage

/// Rows of messages on their way out, and of addresses that are dead.
package struct DeliveryStore {
    package let database: Database
    package let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    /// Nobody asks for older ones; the feed says how far a notification got.
    package static let keptFor: Duration = .days(7)

    package func find(_ id: String) throws -> Delivery? {
        let statement = try database.cachedStatement(sql: """
            SELECT notification_id, user_id, channel, address, type, terms, state, attempt FROM delivery WHERE tenant = ? AND id = ?
            """)
        guard let row = try Row.fetchOne(statement, arguments: [tenant.rawValue, id]) else { return nil }
        guard let channel = ChannelName(rawValue: row[2]), let state = Delivery.State(rawValue: row[6]) else { return nil }
        return Delivery(id: id, notificationId: row[0], userId: User.ID(row[1] as String), channel: channel, address: row[3], type: row[4],
            terms: try JSONColumn.value(row[5]),
                        state: state, attempt: row[7])
    }
    package func insert(_ delivery: Delivery, _ message: ChannelMessage, at now: Timestamp) throws {
        try database.cachedStatement(sql: """
            INSERT INTO delivery (tenant, id, notification_id, user_id, channel, address, type, priority, state, attempt, created_at,
            expires_at, terms,
                message)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).run([
                tenant.rawValue, delivery.id, delivery.notificationId, delivery.userId.rawValue, delivery.channel.rawValue,
                delivery.address, delivery.type,
                delivery.terms.priority, delivery.state.rawValue, delivery.attempt, now.millisecondsSinceEpoch,
                delivery.terms.expires?.millisecondsSinceEpoch, try JSONColumn.text(delivery.terms), try JSONColumn.text(message),
            ])
    }
    package func prune(at now: Timestamp) throws {
        try database.cachedStatement(sql: "DELETE FROM delivery WHERE tenant = ? AND created_at < ?")
            .run([tenant.rawValue, (now - Self.keptFor).millisecondsSinceEpoch])
    }
    /// It goes out again, as this try.
    package func queue(_ id: String, attempt: Int) throws {
        try database.cachedStatement(sql: "UPDATE delivery SET state = 'queued', attempt = ? WHERE tenant = ? AND id = ?")
            .execute(arguments: [attempt, tenant.rawValue, id])
    }
    package func wait(_ id: String, code: String?) throws {
        try database.cachedStatement(sql: "UPDATE delivery SET state = 'waiting', code = ? WHERE tenant = ? AND id = ?")
            .execute(arguments: [code, tenant.rawValue, id])
    }
    /// It has left, or never will: its text is forgotten.
    package func settle(_ id: String, _ state: Delivery.State, code: String?, providerId: String?) throws {
        try database.cachedStatement(sql: """
            UPDATE delivery SET state = ?, code = ?, provider_id = coalesce(?, provider_id), message = NULL WHERE tenant = ? AND id = ?
            """)
            .execute(arguments: [state.rawValue, code, providerId, tenant.rawValue, id])
    }
    /// How far a notification's messages got: channel → states of its deliveries.
    package func progress(of notification: String) throws -> [ChannelName: [Delivery.State]] {
        let statement = try database.cachedStatement(sql: "SELECT channel, state FROM delivery WHERE tenant = ? AND notification_id = ?")
        var found: [ChannelName: [Delivery.State]] = [:]
        for row in try Row.fetchAll(statement, arguments: [tenant.rawValue, notification]) {
            guard let channel = ChannelName(rawValue: row[0]), let state = Delivery.State(rawValue: row[1]) else { continue }
            found[channel, default: []].append(state)
        }
        return found
    }

    // MARK: - Dead addresses

    /// A STOP of the owner replaces what a provider said of the number before.
    package func markUnreachable(_ address: String, on channel: ChannelName, of user: User.ID, code: String, at now: Timestamp) throws {
        try database.cachedStatement(sql: """
            INSERT INTO unreachable_address (tenant, channel, address, user_id, code, at) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET user_id = excluded.user_id, code = excluded.code, at = excluded.at
            WHERE excluded.code IN (\(OptOutCode.list)) AND code NOT IN (\(OptOutCode.list))
            """).execute(arguments: [tenant.rawValue, channel.rawValue, address, user.rawValue, code, now.millisecondsSinceEpoch])
    }
    /// Takes back what providers said of an address that its owner has proved. An opt-out stays until START.
    package func markReachable(_ address: String, on channel: ChannelName) throws {
        try database.cachedStatement(sql: """
            DELETE FROM unreachable_address WHERE tenant = ? AND channel = ? AND address = ? AND code NOT IN (\(OptOutCode.list))
            """).execute(arguments: [tenant.rawValue, channel.rawValue, address])
    }
}

/// Codes of addresses whose owner wants nothing sent there.
package enum OptOutCode {
    /// The owner answered STOP.
    package static let reply = "STOP"
    /// Twilio refuses a message because the owner wrote STOP to it.
    package static let twilio = 21_610
    package static let all = [reply, String(twilio)]
    fileprivate static let list = all.map { "'\($0)'" }.joined(separator: ", ")
}
