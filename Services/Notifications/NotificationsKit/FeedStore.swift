import GRDB
import Kernel
import NotificationPolicy
import Storage

/// Rows of the feed.
package struct FeedStore {
    package let database: Database
    package let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    package struct Filter {
        package let user: User.ID
        package let unreadOnly: Bool
        package let category: String?
        /// Nil: both.
        package var banners: Bool?
        package init(user: User.ID, unreadOnly: Bool, category: String?, banners: Bool? = nil) {
            (self.user, self.unreadOnly, self.category, self.banners) = (user, unreadOnly, category, banners)
        }
    }
    private static let columns =
        "id, user_id, category, type, title, body, deep_link, data, why, reasons, read_at, created_at, presentation, scheduled_for, "
        + channels.map { "\($0.column)_state, \($0.column)_at" }.joined(separator: ", ")
    /// How far a message got on a channel: two columns each, in the order in which they are shown.
    private static let channels = [ChannelName.email, .inApp, .push, .sms].map { (name: $0, column: column(of: $0)) }
    private static let firstChannelColumn = 14
    private static func column(of channel: ChannelName) -> String {
        switch channel {
        case .push: "push"
        case .email: "email"
        case .sms: "sms"
        case .inApp: "in_app"
        }
    }
    private func condition(_ filter: Filter) -> (sql: String, arguments: [(any DatabaseValueConvertible)?]) {
        let sql = "tenant = ? AND user_id = ? AND deleted = 0" + (filter.unreadOnly ? " AND read_at IS NULL" : "")
            + (filter.category == nil ? "" : " AND category = ?")
            + (filter.banners.map { " AND presentation = '\($0 ? "banner" : "item")'" } ?? "")
        return (sql, [tenant.rawValue, filter.user.rawValue] + (filter.category.map { [$0] } ?? []))
    }

    package func count(_ filter: Filter) throws -> Int {
        let (sql, arguments) = condition(filter)
        return try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM notification WHERE \(sql)"),
            arguments: StatementArguments(arguments)) ?? 0
    }
    /// Newest first.
    package func page(_ filter: Filter, limit: Int, offset: Int) throws -> [Notification] {
        let (sql, arguments) = condition(filter)
        let statement = try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM notification WHERE \(sql) ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?
            """)
        return try StoredRow.fetchAll(statement, arguments: StatementArguments(arguments + [limit, offset])).map(notification)
    }
    /// Also one that was taken out of the feed, for repeated requests. Throws 404.
    package func require(_ id: String, of user: User.ID, hidden: Bool = false) throws -> Notification {
        let statement = try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM notification WHERE tenant = ? AND user_id = ? AND id = ? AND (deleted = 0 OR ?)
            """)
        guard let row = try StoredRow.fetchOne(statement, [tenant.rawValue, user.rawValue, id, hidden]) else { throw Rejection.notFound }
        return try notification(row)
    }

    /// Nil: its time was over, or the person is gone.
    package func find(_ id: String, of user: User.ID) throws -> Notification? {
        let statement =
            try database.cachedStatement(sql: "SELECT \(Self.columns) FROM notification WHERE tenant = ? AND user_id = ? AND id = ?")
        return try StoredRow.fetchOne(statement, [tenant.rawValue, user.rawValue, id]).map(notification)
    }

    /// Also what was there already, while it waited: its age and whether it was read stay. `data`: the item's data as a
    /// column, where it is worked out already.
    package func save(_ item: Notification, data: String? = nil) throws {
        var states: [(any ColumnValue)?] = []
        for channel in Self.channels {
            let state = item.channels.first { $0.channel == channel.name }
            states.append(state?.state.rawValue)
            states.append(state?.at.millisecondsSinceEpoch)
        }
        try database.cachedStatement(sql: Self.saving).run([
            tenant.rawValue, item.userId.rawValue, item.id, item.category, item.type, item.title, item.body, item.deepLink,
            data ?? JSONColumn.text(item.data),
            item.why, JSONColumn.list(item.reasons), item.createdAt.millisecondsSinceEpoch, item.isBanner ? "banner" : "item",
            item.scheduledFor?.millisecondsSinceEpoch,
        ] + states)
    }
    /// A channel that is not named this time stays where it was.
    private static let saving = """
        INSERT INTO notification (tenant, user_id, id, category, type, title, body, deep_link, data, why, reasons, created_at,
        presentation, scheduled_for,
            \(channels.map { "\($0.column)_state, \($0.column)_at" }.joined(separator: ", ")))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, \(channels.map { _ in "?, ?" }.joined(separator: ", ")))
        ON CONFLICT (tenant, user_id, id) DO UPDATE SET category = excluded.category, type = excluded.type, title = excluded.title,
        body = excluded.body,
            deep_link = excluded.deep_link, data = excluded.data, why = excluded.why, reasons = excluded.reasons,
        scheduled_for = excluded.scheduled_for,
            \(channels.flatMap { [kept("\($0.column)_state"), time(of: $0)] }.joined(separator: ", "))
        """
    /// An item is in the feed since its first row, however often it is written again.
    private static func time(of channel: (name: ChannelName, column: String)) -> String {
        let column = "\(channel.column)_at"
        return channel.name == .inApp ? "\(column) = coalesce(\(column), excluded.\(column))" : kept(column)
    }
    /// Keeps a column's value where the new row has none.
    private static func kept(_ column: String) -> String { "\(column) = coalesce(excluded.\(column), \(column))" }
    package func remove(_ id: String, of user: User.ID) throws {
        try database.cachedStatement(sql: "DELETE FROM notification WHERE tenant = ? AND user_id = ? AND id = ?")
            .execute(arguments: [tenant.rawValue, user.rawValue, id])
    }
    /// It waited and will not go out: nothing is scheduled any more.
    package func suppress(_ id: String, of user: User.ID, why: String, reasons: [String], at now: Timestamp) throws {
        try database.cachedStatement(sql: """
            UPDATE notification SET why = ?2, reasons = ?3, scheduled_for = NULL, \(Self.waitEnded { _ in .suppressed })
            WHERE tenant = ?4 AND user_id = ?5 AND id = ?6
            """).execute(arguments: [now.millisecondsSinceEpoch, why, try JSONColumn.text(reasons), tenant.rawValue, user.rawValue, id])
    }
    /// It waited for its digest, which has gone these ways: so has it.
    package func leaveDigest(_ id: String, of user: User.ID, on ways: [ChannelName], at now: Timestamp) throws {
        try database.cachedStatement(sql: """
            UPDATE notification SET scheduled_for = NULL, \(Self.waitEnded { ways.contains($0) ? .sent : .suppressed })
            WHERE tenant = ?2 AND user_id = ?3 AND id = ?4
            """).execute(arguments: [now.millisecondsSinceEpoch, tenant.rawValue, user.rawValue, id])
    }
    /// Sets the channels that waited to what became of them, at the time of the first argument.
    private static func waitEnded(_ state: (ChannelName) -> ChannelState.State) -> String {
        channels.map { channel in
            let (column, waits) = (channel.column, "\(channel.column)_state IN ('scheduled', 'batched')")
            return """
                \(column)_at = iif(\(waits), ?1, \(column)_at), \(column)_state = iif(\(waits), '\(state(channel.name).rawValue)', \
                \(column)_state)
                """
        }.joined(separator: ", ")
    }
    package func markRead(_ id: String, of user: User.ID, at now: Timestamp) throws {
        try database.cachedStatement(
            sql: "UPDATE notification SET read_at = ? WHERE tenant = ? AND user_id = ? AND id = ? AND read_at IS NULL")
            .execute(arguments: [now.millisecondsSinceEpoch, tenant.rawValue, user.rawValue, id])
    }
    package func markAllRead(of user: User.ID, at now: Timestamp) throws {
        try database.cachedStatement(
            sql: "UPDATE notification SET read_at = ? WHERE tenant = ? AND user_id = ? AND read_at IS NULL AND deleted = 0")
            .execute(arguments: [now.millisecondsSinceEpoch, tenant.rawValue, user.rawValue])
    }
    /// What devices told about the push; later states stay.
    package func advance(_ id: String, of user: User.ID, to state: ChannelState.State, at now: Timestamp) throws {
        try database.cachedStatement(sql: """
            UPDATE notification SET push_state = ?, push_at = ? WHERE tenant = ? AND user_id = ? AND id = ?
                AND push_state IN ('queued', 'sent', iif(? = 'opened', 'delivered', 'sent'))
            """).execute(arguments: [state.rawValue, now.millisecondsSinceEpoch, tenant.rawValue, user.rawValue, id, state.rawValue])
    }
    /// What became of it on a channel. What the device told is more than what its provider tells later.
    package func show(_ state: ChannelState, of id: String, user: User.ID) throws {
        let column = Self.column(of: state.channel)
        try database.cachedStatement(sql: """
            UPDATE notification SET \(column)_state = ?, \(column)_at = ? WHERE tenant = ? AND user_id = ? AND id = ?
                AND ifnull(\(column)_state, '') NOT IN ('delivered', 'opened')
            """).run([state.state.rawValue, state.at.millisecondsSinceEpoch, tenant.rawValue, user.rawValue, id])
    }
    package func hide(_ id: String, of user: User.ID) throws {
        try database.cachedStatement(sql: "UPDATE notification SET deleted = 1 WHERE tenant = ? AND user_id = ? AND id = ?")
            .execute(arguments: [tenant.rawValue, user.rawValue, id])
    }
    private func notification(_ row: StoredRow) throws -> Notification {
        let id: String = row[0], user: String = row[1]
        var channels: [ChannelState] = []
        for (number, channel) in Self.channels.enumerated() {
            let column = Self.firstChannelColumn + 2 * number
            guard let name: String = row[column], let state = ChannelState.State(rawValue: name) else { continue }
            channels.append(ChannelState(channel.name, state, at: Timestamp(millisecondsSinceEpoch: row[column + 1])))
        }
        return Notification(id: id, userId: User.ID(user), category: row[2], type: row[3], title: row[4], body: row[5], deepLink: row[6],
                            data: try JSONColumn.value(row[7]), why: row[8], reasons: try JSONColumn.value(row[9]), channels: channels,
                            isRead: (row[10] as Int64?) != nil, createdAt: Timestamp(millisecondsSinceEpoch: row[11]),
                            isBanner: row[12] == "banner", scheduledFor: (row[13] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) })
    }
}
