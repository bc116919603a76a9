import Foundation
import GRDB
import NotificationsService
import Storage
import Testing

@Test("Items that were there before their channels stood in them keep what became of them")
func channelColumns() throws {
    let folder = NSTemporaryDirectory() + "souk-channels-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let migrations = Notifications.contents.migrations
    let old = try ShardFile(path: folder + "/p0.sqlite", migrations: Array(migrations.prefix { $0.name != "0008_ShowChannelsInItems" }))
    try old.pool.write { db in
        for id in ["n-1", "n-2"] {
            try db.execute(sql: """
                INSERT INTO notification (tenant, user_id, id, category, type, title, body, data, why, reasons, created_at)
                VALUES ('souq', 'john', ?, 'critical', 'ticket-purchased', 'Tickets', '2 tickets', '{}', 'Because.', '[]', 1)
                """, arguments: [id])
        }
        for (channel, state, at) in [("push", "opened", 7), ("inApp", "delivered", 8), ("email", "suppressed", 9)] {
            try db.execute(sql: "INSERT INTO notification_channel VALUES ('souq', 'john', 'n-1', ?, ?, ?)", arguments: [channel, state, at])
        }
    }
    old.close()
    let new = try ShardFile(path: folder + "/p0.sqlite", migrations: migrations)
    defer { new.close() }
    let rows = try new.pool.read { db in
        try Row.fetchAll(db, sql: """
            SELECT push_state, push_at, in_app_state, in_app_at, email_state, email_at, sms_state, sms_at FROM notification ORDER BY id
            """).map { row in Array(row.databaseValues.map { "\($0)" }) }
    }
    #expect(rows == [["\"opened\"", "7", "\"delivered\"", "8", "\"suppressed\"", "9", "NULL", "NULL"], Array(repeating: "NULL", count: 8)])
}
