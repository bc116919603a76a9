import Contracts
import GRDB
import Kernel
import Messaging
import Storage

/// Rows of `area_schedule`.
package struct AreaScheduleStore {
    private let database: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant.rawValue) }

    package func find(_ area: ServiceAreaID) throws -> AreaSchedule? {
        try StoredRow.fetchOne(try database.cachedStatement(sql: """
            SELECT weekly, exceptions, window_minutes, cutoff_minutes FROM area_schedule WHERE tenant = ? AND area_id = ?
            """), [tenant, area.rawValue]).map { row in
                AreaSchedule(weekly: try JSON.decode([Weekday: OpenHours].self, from: (row[0] as String).utf8), windowMinutes: row[2],
                             cutoffMinutes: row[3],
                             exceptions: try JSON.decode([AreaSchedule.Exception].self, from: (row[1] as String).utf8))
            }
    }
    package func save(_ schedule: AreaSchedule, of area: ServiceAreaID) throws {
        try database.cachedStatement(sql: """
            INSERT INTO area_schedule (tenant, area_id, weekly, exceptions, window_minutes, cutoff_minutes) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, area_id) DO UPDATE SET weekly = excluded.weekly, exceptions = excluded.exceptions,
                window_minutes = excluded.window_minutes, cutoff_minutes = excluded.cutoff_minutes
            """).run([
                tenant, area.rawValue, String(decoding: try JSON.encode(schedule.weekly), as: UTF8.self),
                String(decoding: try JSON.encode(schedule.exceptions), as: UTF8.self), schedule.windowMinutes, schedule.cutoffMinutes,
            ])
    }
}
