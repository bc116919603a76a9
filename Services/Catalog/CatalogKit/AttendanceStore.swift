import Contracts
import GRDB
import Kernel

/// The people who were checked in at an event.
package struct AttendanceStore {
    let database: Database
    let tenant: TenantID

    /// Marks the user's rating as an attendee's, whether it exists already or comes later.
    package func record(_ user: User.ID, at event: EventID) throws {
        try database.cachedStatement(sql: "INSERT INTO attendance (tenant, event_id, user_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
            .execute(arguments: [tenant.rawValue, event.rawValue, user.rawValue])
        try database.cachedStatement(sql: "UPDATE rating SET attended = 1 WHERE tenant = ? AND event_id = ? AND user_id = ?")
            .execute(arguments: [tenant.rawValue, event.rawValue, user.rawValue])
    }
    package func has(_ user: User.ID, at event: EventID) throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM attendance WHERE tenant = ? AND event_id = ? AND user_id = ?)"),
            arguments: [tenant.rawValue, event.rawValue, user.rawValue]) ?? false
    }
}
