import Contracts
import FoundationEssentials
import GRDB
import Kernel
import NotificationPolicy
import NotificationsKit

/// What a sender reads of the shard's file, beside the writer.
package struct DeliveryQueue: Sendable {
    package let reader: any DatabaseReader
    package init(_ reader: any DatabaseReader) { self.reader = reader }

    package struct TenantRow: Sendable {
        package let tenant: TenantID
        let revision: Int64
        /// How far the tenant's virtual clock is ahead.
        let clockOffset: Duration
    }
    /// Tenants and channels with queued messages. Takes one statement for each of them plus one, however many tenants
    /// exist and however long a queue is.
    package func waiting() throws -> [(tenant: TenantID, channel: ChannelName)] {
        try reader.read { db in
            let statement = try db.cachedStatement(sql: Self.waitingSQL)
            var found: [(tenant: TenantID, channel: ChannelName)] = []
            var last = ("", "")
            while let row = try Row.fetchOne(statement, arguments: [last.0, last.1]) {
                last = (row[0], row[1])
                if let channel = ChannelName(rawValue: last.1) { found.append((TenantID(unchecked: last.0), channel)) }
            }
            return found
        }
    }
    package static let waitingSQL = """
        SELECT tenant, channel FROM delivery WHERE state = 'queued' AND (tenant, channel) > (?, ?) ORDER BY tenant, channel LIMIT 1
        """
    /// A tenant of the shard. Nil: the tenant has no definition.
    package func tenant(_ tenant: TenantID) throws -> TenantRow? {
        try reader.read { db in
            let statement =
                try db.cachedStatement(sql: "SELECT revision, clock_offset FROM souk_tenant WHERE tenant = ? AND definition IS NOT NULL")
            return try Row.fetchOne(statement, arguments: [tenant.rawValue]).map { row in
                TenantRow(tenant: tenant, revision: row[0], clockOffset: .milliseconds(row[1] as Int64))
            }
        }
    }
    package func definition(of tenant: TenantID) throws -> TenantDefinition? {
        try reader.read { db in
            let statement = try db.cachedStatement(sql: "SELECT definition FROM souk_tenant WHERE tenant = ?")
            return try (Data.fetchOne(statement, arguments: [tenant.rawValue])).map {
                try JSON.decode(TenantDefinition.self, from: [UInt8]($0))
            }
        }
    }

    /// Ids of the next messages of one channel, critical ones first, oldest first. `criticalOnly`: the others have no place now.
    package func next(of tenant: TenantID, _ channel: ChannelName, criticalOnly: Bool, limit: Int) throws -> [
        (attempt: DeliveryTry, isCritical: Bool)] {
        try reader.read { db in
            let statement = try db.cachedStatement(sql: """
                SELECT id, attempt, priority FROM delivery
                WHERE tenant = ? AND channel = ? AND state = 'queued' AND priority <= ? ORDER BY priority, created_at, id LIMIT ?
                """)
            return try Row.fetchAll(statement, arguments: [tenant.rawValue, channel.rawValue, criticalOnly ? 0 : Int.max, limit])
                .map { row in
                (DeliveryTry(tenant: tenant, deliveryId: row[0], attempt: row[1]), row[2] as Int == 0)
            }
        }
    }
    /// The message of a try that is still wanted.
    package func outbound(_ attempt: DeliveryTry, now: Timestamp) throws -> OutboundMessage? {
        try reader.read { db in
            let statement = try db.cachedStatement(sql: """
                SELECT notification_id, priority, created_at, expires_at, terms,
                    message FROM delivery WHERE tenant = ? AND id = ? AND attempt = ? AND state = 'queued'
                """)
            return try Row.fetchOne(statement, arguments: [attempt.tenant.rawValue, attempt.deliveryId, attempt.attempt]).map { row in
                let terms: DeliveryTerms = try JSONColumn.value(row[4])
                return OutboundMessage(tenant: attempt.tenant, deliveryId: attempt.deliveryId, notificationId: row[0],
                    attempt: attempt.attempt, isCritical: row[1] as Int == 0,
                              collapseKey: terms.collapseKey, expires: (row[3] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) },
                              createdAt: Timestamp(millisecondsSinceEpoch: row[2]), now: now, message: try JSONColumn.value(row[5]))
            }
        }
    }
    /// Of these tries, those that still wait for their result.
    package func open(_ tries: [DeliveryTry]) throws -> Set<DeliveryTry> {
        try reader.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM delivery WHERE tenant = ? AND id = ? AND state = 'queued' AND attempt = ?)")
            return try Set(
                tries.filter { try Bool.fetchOne(statement, arguments: [$0.tenant.rawValue, $0.deliveryId, $0.attempt]) ?? false })
        }
    }
}

/// One try to hand a message over.
package struct DeliveryTry: Hashable, Sendable {
    package let tenant: TenantID
    package let deliveryId: String
    package let attempt: Int
}
