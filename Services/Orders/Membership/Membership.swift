import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A membership card: months sold for cash at a shop's counter or ordered in the app, discounts at partner shops. The
/// order in the app is the workflow.
///
///     awaiting_payment → completed (paid) | expired (timer) | cancelled (buyer);  expired → completed (paid late);
///     completed → refunded (all money back)
///     Money that finds a cancelled order, or no room under the longest coverage, goes back in full.
package enum Membership: OrderWorkflow {
    package static let name = "membership"
    package static let features: [Feature] = [.membership]

    package static func step(_ order: inout MembershipOrder, on fact: MembershipFact, at now: Timestamp,
        settings: NoSettings) throws(Rejection) -> [MembershipEffect] {
        switch fact {
        case .payment(.succeeded(let notice)): return paid(notice, &order)
        case .payment(.refunded(let notice, let reason)): return refunded(notice, reason, &order)
        case .payment(.intentCreated), .payment(.started), .payment(.requiresAction), .payment(.failed), .payment(.canceled),
             .payment(.authorized), .payment(.captureFailed):
            return []  // The payment shows how it is doing; only success and the end of the wait change the order.
        case .answerOverdue: return overdue(&order)
        case .buyerCancels: return try cancelled(&order)
        }
    }

    private static func paid(_ notice: PaymentNotice, _ order: inout MembershipOrder) -> [MembershipEffect] {
        guard notice.payment == order.payment, notice.money == order.amount else {
            return [.makeRefund(notice, .mismatch)]  // Not this order's payment, or not its price: the money goes back where it came from.
        }
        switch order.status {
        case .awaitingPayment, .expired: return [.stopWaiting, .grant]
        case .cancelled: return [.makeRefund(notice, .late)]
        case .completed, .refunded: return []  // A duplicate: this money has bought its months.
        }
    }

    private static func cancelled(_ order: inout MembershipOrder) throws(Rejection) -> [MembershipEffect] {
        switch order.status {
        case .awaitingPayment:
            order.status = .cancelled(reason: MembershipOrder.cancelledByBuyer)
            return [.stopWaiting, .cancelIntent, .announceCancelled]
        case .completed, .refunded, .expired, .cancelled:
            throw .conflict("invalid-transition", "Only an order that waits for its payment can be cancelled.",
                            ["currentStatus": .string(order.status.name)])
        }
    }

    /// A partial refund is a favour; a full refund takes the months back.
    private static func refunded(_ notice: PaymentNotice, _ reason: String?, _ order: inout MembershipOrder) -> [MembershipEffect] {
        guard notice.payment == order.payment, notice.money.amount >= order.amount.amount else { return [] }
        switch order.status {
        case .completed(let subscription):
            order.status = .refunded(subscription: subscription, reason: reason ?? MembershipRefundCause.requested.rawValue)
            return [.takeBack(subscription: subscription), .announceRefunded]
        case .awaitingPayment, .refunded, .expired, .cancelled:
            return []  // It bought nothing, or the refund was reported before.
        }
    }

    private static func overdue(_ order: inout MembershipOrder) -> [MembershipEffect] {
        switch order.status {
        case .awaitingPayment:
            order.status = .expired
            return [.cancelIntent, .announceExpired]
        case .completed, .refunded, .expired, .cancelled: return []  // It ended before the timer fired.
        }
    }

    package static var settingsReference: [SettingDescription] { MembershipSettings.reference }
    package static var reads: [SettingsReading] { [.values(MembershipSettings.self, at: "membership")] }
    package static func problems(in settings: JSONValue, of definition: TenantDefinition) -> [(path: String, message: String)] {
        MembershipSettings.problems(in: settings)
    }
}

/// What an order of membership learns.
package enum MembershipFact: OrderFact {
    case payment(PaymentFact)
    /// Nobody paid in time.
    case answerOverdue
    case buyerCancels
}

/// What an order of membership wants done.
package enum MembershipEffect: Sendable, Equatable {
    case stopWaiting
    case cancelIntent
    /// The months begin, or the money goes back when coverage would reach too far by now.
    case grant
    case makeRefund(PaymentNotice, MembershipRefundCause)
    /// Ends the months.
    case takeBack(subscription: Int)
    case announceRefunded
    case announceCancelled
    case announceExpired
}

extension Membership {
    package static func load(_ id: OrderID, in tx: OrdersTransaction) throws -> MembershipOrder? { try tx.memberships.orders.find(id) }
    package static func save(_ order: MembershipOrder, in tx: OrdersTransaction) throws { try tx.memberships.orders.update(order) }

    package static func perform(_ effects: [MembershipEffect], of order: MembershipOrder, in tx: OrdersTransaction) throws {
        for effect in effects {
            switch effect {
            case .stopWaiting: tx.cancelTimer(AnswerOverdue.timer(order.id))
            case .cancelIntent: try tx.send(CancelIntent(paymentId: order.payment, orderId: order.id))
            case .grant: try grant(order, in: tx)
            case .makeRefund(let notice, let cause): try makeRefund(notice, cause, order, in: tx)
            case .takeBack(let subscription): try MembershipLedger(tx).takeBack(subscription, because: order.status.reason ?? "")
            case .announceRefunded:
                try tx.publish(OrderRefunded(orderId: order.id, userId: order.buyer, months: order.months, amount: order.amount,
                                             paymentId: order.payment, subscriptionId: order.status.subscription))
            case .announceCancelled:
                try tx.publish(OrderCancelled(orderId: order.id, userId: order.buyer, reason: order.status.reason ?? "",
                                              months: order.months, amount: order.amount, paymentId: order.payment))
            case .announceExpired:
                try tx.publish(OrderExpired(orderId: order.id, userId: order.buyer, months: order.months, amount: order.amount,
                                            paymentId: order.payment))
            }
        }
    }

    private static func grant(_ order: MembershipOrder, in tx: OrdersTransaction) throws {
        // The app may have ended memberships since, with their settings: then nothing can be granted.
        guard let settings = try? tx.memberships.settings() else { return try refuse(order, because: "not-offered", in: tx) }
        guard try tx.memberships.coverage(of: order.buyer).fits(months: order.months, settings),
            try tx.memberships.members.find(order.buyer)?.isErased != true else {
            return try refuse(order, because: "coverage-limit", in: tx)
        }
        var order = order
        let period = try MembershipLedger(tx).grant(order.months, to: order.buyer, price: order.amount, by: .inApp(order.id))
        order.status = .completed(subscription: period.id)
        try save(order, in: tx)
        try tx.publish(OrderCompleted(orderId: order.id, userId: order.buyer, paymentId: order.payment, months: order.months,
                                      amount: order.amount))
    }

    /// Cancels a paid order and refunds it in full.
    private static func refuse(_ order: MembershipOrder, because reason: String, in tx: OrdersTransaction) throws {
        var order = order
        order.status = .cancelled(reason: reason)
        try save(order, in: tx)
        try makeRefund(PaymentNotice(order.payment, order.amount), .late, order, in: tx)
        try tx.publish(OrderCancelled(orderId: order.id, userId: order.buyer, reason: reason, months: order.months, amount: order.amount,
                                      paymentId: order.payment))
    }

    private static func makeRefund(_ notice: PaymentNotice, _ cause: MembershipRefundCause, _ order: MembershipOrder,
        in tx: OrdersTransaction) throws {
        try tx.send(RefundPayment(refundId: order.refund(of: notice.payment), paymentId: notice.payment, orderId: order.id,
                                  amount: notice.money.amount, currency: notice.money.currency, reason: cause.rawValue))
    }
}
