import GRDB
import Kernel
import NotificationsEngine
import NotificationsKit

/// A visit a member may be asked about.
package struct Visit: Sendable, Equatable {
    let redemption: String
    package let shop: Int
    package let at: Timestamp
    /// By language.
    package let names: [String: String]
}

/// Rows of visits, and of who wants to pay in the app.
package struct VisitStore {
    private let database: Database
    private let tenant: String
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant.rawValue) }

    /// After this nobody asks any more.
    private static let kept: Duration = .days(31)

    package func add(_ visit: Visit, of user: User.ID, at now: Timestamp) throws {
        try database.cachedStatement(sql: """
            INSERT INTO visit (tenant, user_id, shop_id, redemption_id, at, names) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """).execute(arguments: [tenant, user.rawValue, visit.shop, visit.redemption, visit.at.millisecondsSinceEpoch,
                                     try JSONColumn.text(visit.names)])
        try database.cachedStatement(sql: "DELETE FROM visit WHERE tenant = ? AND user_id = ? AND at < ?")
            .execute(arguments: [tenant, user.rawValue, (now - Self.kept).millisecondsSinceEpoch])
    }
    package func remove(_ redemption: String, at shop: Int, of user: User.ID) throws {
        try database.cachedStatement(sql: "DELETE FROM visit WHERE tenant = ? AND user_id = ? AND shop_id = ? AND redemption_id = ?")
            .execute(arguments: [tenant, user.rawValue, shop, redemption])
    }
    package func last(at shop: Int, of user: User.ID) throws -> Visit? {
        try Row.fetchOne(try database.cachedStatement(sql: """
            SELECT redemption_id, at, names FROM visit WHERE tenant = ? AND user_id = ? AND shop_id = ?
            ORDER BY at DESC, redemption_id DESC LIMIT 1
            """), arguments: [tenant, user.rawValue, shop]).map {
            Visit(redemption: $0[0], shop: shop, at: Timestamp(millisecondsSinceEpoch: $0[1]), names: try JSONColumn.value($0[2]))
        }
    }
    package func forget(_ user: User.ID) throws {
        for table in ["visit", "in_app_payment_wanted"] {
            try database.execute(sql: "DELETE FROM \(table) WHERE tenant = ? AND user_id = ?", arguments: [tenant, user.rawValue])
        }
    }
    func wantsToPayInApp(_ user: User.ID) throws {
        try database.cachedStatement(sql: "INSERT INTO in_app_payment_wanted (tenant, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING")
            .execute(arguments: [tenant, user.rawValue])
    }
}

extension NotificationsTransaction {
    package var visits: VisitStore { VisitStore(database, tenant) }
}

extension Audience {
    static var wantingToPayInApp: Audience { Audience("in_app_payment_wanted") }
}
