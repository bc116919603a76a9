import AuthKit
import GRDB
import Kernel

public struct SessionStore {
    package let database: Database
    package let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    private static let columns =
        "id, user_id, method, device, created_at, last_used_at, expires_at, generation, push_token, ended_at, end_reason"

    package func find(_ id: String) throws -> Session? {
        try Row.fetchOne(try database.cachedStatement(sql: "SELECT \(Self.columns) FROM session WHERE tenant = ? AND id = ?"),
                         arguments: [tenant.rawValue, id])
            .flatMap(Self.session)
    }

    /// Signed-in devices of a person, oldest first.
    package func open(of user: User.ID) throws -> [Session] {
        try Row.fetchAll(try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM session WHERE tenant = ? AND user_id = ? AND ended_at IS NULL ORDER BY created_at, id
            """), arguments: [tenant.rawValue, user.rawValue]).compactMap(Self.session)
    }

    /// A page of the devices that can still refresh, newest first.
    package func page(of user: User.ID, at now: Timestamp, _ bounds: PageBounds) throws -> (sessions: [Session], total: Int) {
        let count = try database.cachedStatement(
            sql: "SELECT count(*) FROM session WHERE tenant = ? AND user_id = ? AND ended_at IS NULL AND expires_at > ?")
        let total = try Int.fetchOne(count, arguments: [tenant.rawValue, user.rawValue, now.millisecondsSinceEpoch]) ?? 0
        let rows = try Row.fetchAll(try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM session WHERE tenant = ? AND user_id = ? AND ended_at IS NULL AND expires_at > ?
            ORDER BY created_at DESC, id LIMIT ? OFFSET ?
            """), arguments: [tenant.rawValue, user.rawValue, now.millisecondsSinceEpoch, bounds.limit, bounds.offset])
        return (rows.compactMap(Self.session), total)
    }

    package func insert(_ session: Session) throws {
        try database.cachedStatement(sql: """
            INSERT INTO session (tenant, id, user_id, method, device, created_at, last_used_at, expires_at, generation, push_token)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).execute(arguments: [
                tenant.rawValue, session.id, session.userID.rawValue, session.method.rawValue, session.device,
                session.createdAt.millisecondsSinceEpoch,
                session.lastUsedAt.millisecondsSinceEpoch, session.expiresAt.millisecondsSinceEpoch, session.generation, session.pushToken,
            ])
    }

    package func update(_ session: Session) throws {
        let ended: (at: Timestamp, reason: Session.EndReason)? = switch session.status {
        case .open: nil
        case .ended(let at, let reason): (at, reason)
        }
        try database.cachedStatement(sql: """
            UPDATE session SET last_used_at = ?, expires_at = ?, generation = ?, push_token = ?, ended_at = ?, end_reason = ?
            WHERE tenant = ? AND id = ?
            """).execute(arguments: [
                session.lastUsedAt.millisecondsSinceEpoch, session.expiresAt.millisecondsSinceEpoch, session.generation, session.pushToken,
                ended?.at.millisecondsSinceEpoch, ended?.reason.rawValue, tenant.rawValue, session.id,
            ])
    }

    /// Takes the token from whichever session has it. Answers that session.
    func release(pushToken: String) throws -> Session? {
        let row =
            try Row.fetchOne(try database.cachedStatement(sql: "SELECT \(Self.columns) FROM session WHERE tenant = ? AND push_token = ?"),
                             arguments: [tenant.rawValue, pushToken])
        guard var session = row.flatMap(Self.session) else { return nil }
        session.pushToken = nil
        try update(session)
        return session
    }

    /// Forgets sessions that nobody can refresh any more: their tokens are answered as unknown from here on.
    /// Answers the devices they had, oldest first.
    func pruneExpired(before: Timestamp) throws -> [(session: String, user: User.ID)] {
        let rows = try Row.fetchAll(try database.cachedStatement(
            sql: "SELECT id, user_id, push_token FROM session WHERE tenant = ? AND expires_at < ? ORDER BY expires_at, id"),
                                    arguments: [tenant.rawValue, before.millisecondsSinceEpoch])
        try database.cachedStatement(sql: "DELETE FROM session WHERE tenant = ? AND expires_at < ?")
            .execute(arguments: [tenant.rawValue, before.millisecondsSinceEpoch])
        return rows.filter { $0[2] as String? != nil }.map { (session: $0[0], user: User.ID($0[1] as String)) }
    }
    /// Forgets what devices a person had; that there were sessions stays, so that their tokens are refused as ended.
    package func forgetDevices(of user: User.ID) throws {
        try database.cachedStatement(sql: "UPDATE session SET device = NULL WHERE tenant = ? AND user_id = ?")
            .execute(arguments: [tenant.rawValue, user.rawValue])
    }

    private static func session(_ row: Row) -> Session? {
        guard let method = Session.Method(rawValue: row[2]) else { return nil }
        var status = Session.Status.open
        if let at: Int64 = row[9], let reason = (row[10] as String?).flatMap(Session.EndReason.init) {
            status = .ended(at: Timestamp(millisecondsSinceEpoch: at), reason: reason)
        }
        return Session(id: row[0], userID: User.ID(row[1] as String), method: method, device: row[3],
                       createdAt: Timestamp(millisecondsSinceEpoch: row[4]),
                       lastUsedAt: Timestamp(millisecondsSinceEpoch: row[5]), expiresAt: Timestamp(millisecondsSinceEpoch: row[6]),
                       generation: row[7], pushToken: row[8], status: status)
    }
}
