import GRDB
import Kernel

/// Claims on the time of a calendar. The shard has one writer, so of any number of claims that overlap as many win as there are places.
package struct SlotClaimStore {
    let database: Database
    let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    package static func holder(appointment id: Int) -> String { "appointment/\(id)" }
    package static func holder(hold id: String) -> String { "hold/\(id)" }

    /// Takes the time, buffers included. False: somebody else has some of it. A holder's earlier claim is replaced.
    /// - Parameters:
    ///   - places: how many may have it at once.
    ///   - ignoring: other claims of whoever asks: they are not in the way, and stay.
    package func claim(_ provider: User.ID, _ busy: Interval, places: Int, holder: String, expiresAt: Timestamp?,
                       ignoring: Set<String> = [], at now: Timestamp) throws -> Bool {
        let others = try live(provider, meeting: busy, at: now).filter { $0.holder != holder && !ignoring.contains($0.holder) }
        guard !Interval.crowded(others.map(\.busy), by: places).contains(where: busy.meets) else { return false }
        try release(provider, holder: holder)
        try database.cachedStatement(
            sql: "INSERT INTO claim (tenant, artist_id, holder, busy_from, busy_until, expires_at) VALUES (?, ?, ?, ?, ?, ?)")
            .execute(
                arguments: [tenant.rawValue, provider.rawValue, holder, busy.start.millisecondsSinceEpoch, busy.end.millisecondsSinceEpoch,
                            expiresAt?.millisecondsSinceEpoch])
        return true
    }
    package func release(_ provider: User.ID, holder: String) throws {
        try database.cachedStatement(sql: "DELETE FROM claim WHERE tenant = ? AND artist_id = ? AND holder = ?")
            .execute(arguments: [tenant.rawValue, provider.rawValue, holder])
    }
    /// False: the claim was released or has expired. It stays so, because another customer may have the time by now.
    package func makePermanent(_ provider: User.ID, holder: String, at now: Timestamp) throws -> Bool {
        try database.cachedStatement(sql: """
            UPDATE claim SET expires_at = NULL WHERE tenant = ? AND artist_id = ? AND holder = ? AND (expires_at IS NULL OR expires_at > ?)
            """).execute(arguments: [tenant.rawValue, provider.rawValue, holder, now.millisecondsSinceEpoch])
        return database.changesCount == 1
    }
    /// The time that a holder claimed, buffers included.
    package func busy(_ provider: User.ID, holder: String) throws -> Interval? {
        let statement = try database.cachedStatement(
            sql: "SELECT busy_from, busy_until FROM claim WHERE tenant = ? AND artist_id = ? AND holder = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, provider.rawValue, holder]).map {
            Interval(start: Timestamp(millisecondsSinceEpoch: $0[0]), end: Timestamp(millisecondsSinceEpoch: $0[1]))
        }
    }
    /// Claims that hold at this moment and meet the interval.
    func live(_ provider: User.ID, meeting interval: Interval, at now: Timestamp) throws -> [(holder: String, busy: Interval)] {
        let statement = try database.cachedStatement(sql: """
            SELECT holder, busy_from, busy_until FROM claim
            WHERE tenant = ? AND artist_id = ? AND busy_until > ? AND busy_from < ? AND (expires_at IS NULL OR expires_at > ?)
            """)
        let arguments: StatementArguments = [tenant.rawValue, provider.rawValue, interval.start.millisecondsSinceEpoch,
                                             interval.end.millisecondsSinceEpoch, now.millisecondsSinceEpoch]
        return try Row.fetchAll(statement, arguments: arguments).map {
            ($0[0], Interval(start: Timestamp(millisecondsSinceEpoch: $0[1]), end: Timestamp(millisecondsSinceEpoch: $0[2])))
        }
    }
}
