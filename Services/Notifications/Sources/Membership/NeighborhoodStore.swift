import GRDB
import Kernel
import NotificationsEngine
import NotificationsKit

// Where members live: a column of the recipients that only this source reads and writes.

extension RecipientStore {
    func neighborhood(of user: User.ID) throws -> Int? {
        let statement = try database.cachedStatement(sql: "SELECT neighborhood_id FROM recipient WHERE tenant = ? AND user_id = ?")
        return try Int.fetchOne(statement, arguments: [tenant.rawValue, user.rawValue])
    }
    /// Nil: they do not say.
    func setNeighborhood(_ id: Int?, of user: User.ID) throws {
        try database.cachedStatement(sql: "UPDATE recipient SET neighborhood_id = ? WHERE tenant = ? AND user_id = ?")
            .execute(arguments: [id, tenant.rawValue, user.rawValue])
    }
}

extension Audience {
    package static func neighborhood(_ id: Int) -> Audience { Audience("recipient", where: "is_contact = 0 AND neighborhood_id = ?", [id]) }
}
