import AuthKit
import GRDB
import Kernel

/// Applications, by person.
package struct ApplicationStore {
    package let database: Database
    package let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    private static let columns = """
        user_id, status, submitted_at, approved_at, needs_moderator, profile, contact, payout, terms, decision
        """
    /// After every submission: those that were never submitted come last.
    private static let order = "coalesce(submitted_at, 9007199254740991), user_id"

    package func find(_ user: User.ID) throws -> OrganizerApplication? {
        let statement = try database.cachedStatement(
            sql: "SELECT \(Self.columns) FROM organizer_application WHERE tenant = ? AND user_id = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, user.rawValue]).map(Self.application)
    }

    package func save(_ application: OrganizerApplication) throws {
        func json(_ value: (some Encodable)?) throws -> String? {
            try value.map { String(decoding: try JSON.encode($0), as: UTF8.self) }
        }
        try database.cachedStatement(sql: """
            INSERT INTO organizer_application (tenant, user_id, status, submitted_at, approved_at, needs_moderator, profile, contact,
                payout, terms, decision) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, user_id) DO UPDATE SET status = excluded.status, submitted_at = excluded.submitted_at,
                approved_at = excluded.approved_at, needs_moderator = excluded.needs_moderator, profile = excluded.profile,
                contact = excluded.contact, payout = excluded.payout, terms = excluded.terms, decision = excluded.decision
            """).execute(arguments: [
                tenant.rawValue, application.userID.rawValue, application.status.rawValue,
                application.submittedAt?.millisecondsSinceEpoch, application.approvedAt?.millisecondsSinceEpoch,
                application.needsModerator, try json(application.profile), try json(application.contact), try json(application.payout),
                try json(application.terms), try json(application.decision),
            ])
    }

    /// Oldest submission first. Nil: applications of every status.
    package func page(_ status: ApplicationStatus?, _ bounds: PageBounds) throws -> (applications: [OrganizerApplication], total: Int) {
        let condition = "tenant = ?" + (status == nil ? "" : " AND status = ?")
        let arguments = [tenant.rawValue] + (status.map { [$0.rawValue] } ?? [])
        let total = try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM organizer_application WHERE \(condition)"),
                                     arguments: StatementArguments(arguments)) ?? 0
        let rows = try Row.fetchAll(try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM organizer_application WHERE \(condition) ORDER BY \(Self.order) LIMIT ? OFFSET ?
            """), arguments: StatementArguments(arguments) + [bounds.limit, bounds.offset])
        return (try rows.map(Self.application), total)
    }

    package func delete(_ user: User.ID) throws {
        try database.cachedStatement(sql: "DELETE FROM organizer_application WHERE tenant = ? AND user_id = ?")
            .execute(arguments: [tenant.rawValue, user.rawValue])
    }

    private static func application(_ row: Row) throws -> OrganizerApplication {
        func decoded<T: Decodable>(_ column: Int) throws -> T? {
            try (row[column] as String?).map { try JSON.decode(T.self, from: $0.utf8) }
        }
        func time(_ column: Int) -> Timestamp? { (row[column] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) } }
        guard let status = ApplicationStatus(rawValue: row[1]) else {
            throw UnreadableApplication(description: "application is \(row[1] as String)")
        }
        var application = OrganizerApplication(userID: User.ID(row[0] as String))
        (application.status, application.submittedAt, application.approvedAt) = (status, time(2), time(3))
        application.needsModerator = row[4]
        (application.profile, application.contact) = (try decoded(5), try decoded(6))
        (application.payout, application.terms, application.decision) = (try decoded(7), try decoded(8), try decoded(9))
        return application
    }
    struct UnreadableApplication: Error, CustomStringConvertible { let description: String }
}
