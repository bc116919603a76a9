import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// How an order and its state lie in the columns of `orders`.
enum OrderRow {
    static let columns = """
        id, number, buyer_id, event_id, wanted, attendees, age_confirmed, sandbox, placed_at, currency, total, fee, status, claim_id, \
        hold_expires_at, \
            hold_extended, \
        payment_id, late, refund_id, reason, request_id, lines, organizer_id, title, attention, payment_state, completed_at
        """

    static func order(_ row: StoredRow) throws -> TicketOrder {
        guard let currency = Currency(row[9]) else { throw UnreadableRow("currency of order \(row[0] as String)") }
        var order = TicketOrder(
            id: OrderID(row[0]), number: row[1], buyer: User.ID(row[2]), eventId: EventID(row[3]),
            wanted: try JSON.decode([TicketLine].self, from: (row[4] as String).utf8),
            attendees: try (row[5] as String?).map { try JSON.decode([String].self, from: $0.utf8) } ?? [],
            ageConfirmed: row[6], sandbox: row[7], placedAt: Timestamp(millisecondsSinceEpoch: row[8]), status: try status(row),
            total: Money(row[10], currency), fee: Money(row[11], currency))
        order.request = row[20]
        let lines: String = row[21]
        if lines != "[]" { order.lines = try JSON.decode([ClaimedLine].self, from: lines.utf8) }
        order.organizer = (row[22] as String?).map { User.ID($0) }
        order.title = row[23]
        order.attention = row[24]
        order.paymentState = (row[25] as String?).flatMap { PaymentState(rawValue: $0) }
        order.completedAt = (row[26] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) }
        return order
    }

    private static func status(_ row: StoredRow) throws -> OrderStatus {
        let unreadable = UnreadableRow("state of order \(row[0] as String)")
        let claim = (row[13] as String?).map { ClaimID($0) }
        let payment = (row[16] as String?).map { PaymentID($0) }
        func needed<T>(_ value: T?) throws -> T {
            guard let value else { throw unreadable }
            return value
        }
        func hold() throws -> Hold {
            Hold(claim: try needed(claim), expiresAt: Timestamp(millisecondsSinceEpoch: try needed(row[14] as Int64?)), isExtended: row[15])
        }
        guard let name = StateName(rawValue: row[12]) else { throw unreadable }
        switch name {
        case .pending: return .pending(try needed(claim))
        case .preparing: return .preparing(try hold(), try needed(payment))
        case .awaitingPayment: return .awaitingPayment(try hold(), try needed(payment))
        case .confirming: return .confirming(try needed(claim), payment, late: row[17])
        case .reclaiming: return .reclaiming(try needed(claim), try needed(payment))
        case .completed: return .completed(payment)
        case .partiallyRefunded: return .partiallyRefunded(payment)
        case .returning: return .returning(try needed(payment), RefundID(try needed(row[18] as String?)), late: row[17])
        case .refunded: return .refunded(payment)
        case .refused: return .refused
        case .expired: return .expired(try needed(payment))
        case .cancelled: return .cancelled(try needed((row[19] as String?).flatMap { CancelReason(rawValue: $0) }), payment)
        }
    }

    enum StateName: String, CaseIterable {
        case pending, preparing, awaitingPayment = "awaiting-payment", confirming, reclaiming, completed,
             partiallyRefunded = "partially-refunded"
        case returning, refunded, refused, expired, cancelled
    }

    /// The columns of a state.
    struct State {
        let name: String
        var claim: String?
        var holdExpiresAt: Int64?
        var holdExtended = false
        var payment: String?
        var late = false
        var refund: String?
        var reason: String?

        init(_ status: OrderStatus) {
            payment = status.payment?.rawValue
            switch status {
            case .pending(let claim): (name, self.claim) = (StateName.pending.rawValue, claim.rawValue)
            case .preparing(let hold, _): (name, claim, holdExpiresAt, holdExtended) = Self.columns(.preparing, hold)
            case .awaitingPayment(let hold, _): (name, claim, holdExpiresAt, holdExtended) = Self.columns(.awaitingPayment, hold)
            case .confirming(let claim, _, let late): (name, self.claim, self.late) = (StateName.confirming.rawValue, claim.rawValue, late)
            case .reclaiming(let claim, _): (name, self.claim, late) = (StateName.reclaiming.rawValue, claim.rawValue, true)
            case .completed: name = StateName.completed.rawValue
            case .partiallyRefunded: name = StateName.partiallyRefunded.rawValue
            case .returning(_, let refund, let late): (name, self.refund, self.late) = (StateName.returning.rawValue, refund.rawValue, late)
            case .refunded: name = StateName.refunded.rawValue
            case .refused: name = StateName.refused.rawValue
            case .expired: name = StateName.expired.rawValue
            case .cancelled(let reason, _): (name, self.reason) = (StateName.cancelled.rawValue, reason.rawValue)
            }
        }
        private static func columns(_ name: StateName, _ hold: Hold) -> (String, String?, Int64?, Bool) {
            (name.rawValue, hold.claim.rawValue, hold.expiresAt.millisecondsSinceEpoch, hold.isExtended)
        }
    }

    /// Names of the stored states that people see as this one; nil: all that are listed.
    static func names(shownAs shown: OrderStatus.Shown?) -> [String] {
        let names: [StateName] =
            switch shown {
            case .pending: [.pending, .preparing]
            case .awaitingPayment: [.awaitingPayment]
            case .confirming: [.confirming, .reclaiming, .returning]
            case .completed: [.completed]
            case .partiallyRefunded: [.partiallyRefunded]
            case .refunded: [.refunded]
            case .expired: [.expired]
            case .cancelled: [.cancelled]
            case .refused: []
            case nil: StateName.allCases.filter { $0 != .refused }
            }
        return names.map(\.rawValue)
    }
}
