import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows of `ticket_transfer` and `transfer_party`, for one tenant.
package struct TransferStore {
    private let db: Database
    private let tenant: String
    private let now: Int64
    package init(_ database: Database, _ tenant: TenantID, at now: Timestamp) {
        (db, self.tenant, self.now) = (database, tenant.rawValue, now.millisecondsSinceEpoch)
    }

    package enum Direction: String, Sendable, CaseIterable { case incoming, outgoing }

    private static let columns = """
        t.id, t.ticket_id, t.event_id, t.sender_id, t.address_key, t.token_key, t.shown_to, t.message, t.status, t.recipient_id, \
        t.new_ticket_id, t.created_at, t.expires_at
        """

    package func find(_ id: TransferID) throws -> TicketTransfer? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT \(Self.columns) FROM ticket_transfer t WHERE t.tenant = ? AND t.id = ?"),
                               arguments: [tenant, id.rawValue]).map(Self.transfer)
    }
    package func hasPending(_ ticket: TicketID) throws -> Bool {
        try Bool.fetchOne(try db.cachedStatement(sql: """
            SELECT EXISTS (SELECT 1 FROM ticket_transfer WHERE tenant = ? AND ticket_id = ? AND status = 'pending' AND expires_at > ?)
            """), arguments: [tenant, ticket.rawValue, now]) ?? false
    }

    package func insert(_ transfer: TicketTransfer) throws {
        try db.cachedStatement(sql: """
            INSERT INTO ticket_transfer (tenant, id, ticket_id, event_id, sender_id, address_key, token_key, shown_to, message, status,
                created_at, expires_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).run([
                tenant, transfer.id.rawValue, transfer.ticket.rawValue, transfer.event.rawValue, transfer.sender.rawValue,
                transfer.addressKey, transfer.tokenKey, transfer.shownTo, transfer.message, transfer.status.name.rawValue,
                transfer.createdAt.millisecondsSinceEpoch, transfer.expiresAt.millisecondsSinceEpoch,
            ])
        try add(transfer.sender, to: transfer, .outgoing)
    }
    /// Writes how it ended.
    package func update(_ transfer: TicketTransfer) throws {
        let (recipient, ticket): (User.ID?, TicketID?) = switch transfer.status {
        case .accepted(let recipient, let ticket): (recipient, ticket)
        case .declined(let recipient): (recipient, nil)
        case .pending, .cancelled, .expired: (nil, nil)
        }
        try db.cachedStatement(sql: """
            UPDATE ticket_transfer SET status = ?, recipient_id = ?, new_ticket_id = ? WHERE tenant = ? AND id = ?
            """).run([transfer.status.name.rawValue, recipient?.rawValue, ticket?.rawValue, tenant, transfer.id.rawValue])
    }

    // MARK: - Endings from outside

    /// What is past its time is written as expired: it stays so, even if the event is moved into the future.
    package func settleExpired(of event: EventID) throws {
        try db.cachedStatement(sql: """
            UPDATE ticket_transfer SET status = 'expired' WHERE tenant = ? AND event_id = ? AND status = 'pending' AND expires_at <= ?
            """).run([tenant, event.rawValue, now])
    }
    /// Pending ones end with the event's start, wherever it is moved to.
    package func moveExpiry(of event: EventID, to start: Timestamp) throws {
        try settleExpired(of: event)
        try db.cachedStatement(sql: "UPDATE ticket_transfer SET expires_at = ? WHERE tenant = ? AND event_id = ? AND status = 'pending'")
            .run([start.millisecondsSinceEpoch, tenant, event.rawValue])
    }
    package func cancelPending(of event: EventID) throws {
        try settleExpired(of: event)
        try db.cachedStatement(sql: """
            UPDATE ticket_transfer SET status = 'cancelled' WHERE tenant = ? AND event_id = ? AND status = 'pending'
            """).run([tenant, event.rawValue])
    }
    /// The sender's account is gone: nobody may take the ticket any more, and what the sender wrote goes.
    package func eraseSender(_ user: User.ID) throws {
        for id in try ids(of: user, .outgoing) {
            try db.cachedStatement(sql: """
                UPDATE ticket_transfer SET message = NULL, status = iif(status = 'pending' AND expires_at > ?, 'cancelled', status)
                WHERE tenant = ? AND id = ?
                """).run([now, tenant, id])
        }
    }
    /// The recipient's account is gone: nothing of the address stays, and no list shows the transfer to them.
    package func eraseRecipient(_ user: User.ID) throws {
        for id in try ids(of: user, .incoming) {
            try db.cachedStatement(sql: "UPDATE ticket_transfer SET shown_to = '' WHERE tenant = ? AND id = ?").run([tenant, id])
        }
        try db.cachedStatement(sql: "DELETE FROM transfer_party WHERE tenant = ? AND user_id = ?").run([tenant, user.rawValue])
    }
    private func ids(of user: User.ID, _ direction: Direction) throws -> [String] {
        try String.fetchAll(
            try db.cachedStatement(sql: "SELECT transfer_id FROM transfer_party WHERE tenant = ? AND user_id = ? AND direction = ?"),
            arguments: [tenant, user.rawValue, direction.rawValue])
    }

    // MARK: - Whom they concern

    package func add(_ user: User.ID, to transfer: TicketTransfer, _ direction: Direction) throws {
        try db.cachedStatement(sql: """
            INSERT INTO transfer_party (tenant, user_id, created_at, transfer_id, direction) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """).run([tenant, user.rawValue, transfer.createdAt.millisecondsSinceEpoch, transfer.id.rawValue, direction.rawValue])
    }
    package func isParty(_ user: User.ID, of transfer: TicketTransfer, _ direction: Direction) throws -> Bool {
        try Bool.fetchOne(try db.cachedStatement(sql: """
            SELECT EXISTS (SELECT 1 FROM transfer_party WHERE tenant = ? AND user_id = ? AND created_at = ? AND transfer_id = ?
                AND direction = ?)
            """), arguments: [tenant, user.rawValue, transfer.createdAt.millisecondsSinceEpoch, transfer.id.rawValue,
                              direction.rawValue]) ?? false
    }
    /// Pending ones to an address, newest first.
    package func pending(toAddress key: String, limit: Int) throws -> [TicketTransfer] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT \(Self.columns) FROM ticket_transfer t WHERE t.tenant = ? AND t.address_key = ? AND t.status = 'pending'
                AND t.expires_at > ? ORDER BY t.created_at DESC, t.id LIMIT ?
            """), arguments: [tenant, key, now, limit]).map(Self.transfer)
    }
    /// An address is somebody's no more: transfers to it that they have not answered are not theirs any more.
    package func forget(address key: String, of user: User.ID) throws {
        try db.cachedStatement(sql: """
            DELETE FROM transfer_party WHERE tenant = ?1 AND user_id = ?2 AND direction = 'incoming' AND transfer_id IN (
                SELECT id FROM ticket_transfer WHERE tenant = ?1 AND address_key = ?3 AND recipient_id IS NOT ?2)
            """).run([tenant, user.rawValue, key])
    }

    /// Somebody's transfers, newest first; nil: in both directions.
    package func page(of user: User.ID, _ direction: Direction?, limit: Int, offset: Int) throws -> (transfers: [TicketTransfer],
                                                                                                     total: Int) {
        let from = """
            FROM transfer_party p JOIN ticket_transfer t ON t.tenant = p.tenant AND t.id = p.transfer_id
            WHERE p.tenant = ? AND p.user_id = ? AND p.direction = coalesce(?, p.direction)
            """
        let arguments: StatementArguments = [tenant, user.rawValue, direction?.rawValue]
        let total = try Int.fetchOne(try db.cachedStatement(sql: "SELECT count(*) \(from)"), arguments: arguments) ?? 0
        let rows = try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT \(Self.columns) \(from) ORDER BY p.created_at DESC, p.transfer_id DESC LIMIT ? OFFSET ?
            """), arguments: arguments + [limit, offset])
        return (try rows.map(Self.transfer), total)
    }

    private static func transfer(_ row: StoredRow) throws -> TicketTransfer {
        let unreadable = UnreadableRow("transfer \(row[0] as String)")
        guard let name = TransferStatus.Name(rawValue: row[8]) else { throw unreadable }
        let recipient = (row[9] as String?).map { User.ID($0) }, ticket = (row[10] as String?).map { TicketID($0) }
        let status: TransferStatus = switch (name, recipient, ticket) {
        case (.pending, _, _): .pending
        case (.accepted, let recipient?, let ticket?): .accepted(by: recipient, newTicket: ticket)
        case (.declined, let recipient?, _): .declined(by: recipient)
        case (.cancelled, _, _): .cancelled
        case (.expired, _, _): .expired
        case (.accepted, _, _), (.declined, _, _): throw unreadable
        }
        return TicketTransfer(
            id: TransferID(row[0]), ticket: TicketID(row[1]), event: EventID(row[2]), sender: User.ID(row[3]), addressKey: row[4],
            tokenKey: row[5], shownTo: row[6], message: row[7], createdAt: Timestamp(millisecondsSinceEpoch: row[11]),
            expiresAt: Timestamp(millisecondsSinceEpoch: row[12]), status: status)
    }
}
