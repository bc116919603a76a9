import Contracts
import Kernel
import OrdersKit
import ServiceKit

extension TicketSale {
    package static func refundSucceeded(_ settled: SettledRefund, in tx: OrdersTransaction) throws -> Bool {
        if let refund = try tx.refunds.find(settled.id) {
            guard refund.orderId == settled.order else { throw Rejection.notFound }
            try tx.refundSucceeded(refund)
            return true
        }
        guard try tx.orders.isKnown(settled.order) else { return false }
        // A person with the permission made the refund in payments: a partial one moves money only, a full one also
        // ends the tickets.
        let reason = try tx.refundReasons.take(of: settled.id) ?? settled.reason
        let byHand = TicketRefund(
            id: settled.id, orderId: settled.order, payment: settled.payment, amount: settled.amount,
            fee: try tx.feeReversed(with: settled.amount, of: settled.order, payment: settled.payment), cause: .requested, reason: reason,
            tickets: [], status: .succeeded(at: tx.now), requestedAt: tx.now)
        guard try tx.refunds.insert(byHand) else { return true }  // Checked above: it did not exist.
        try TicketReturn(tx).publishMoney(of: settled.order, name: "\(byHand.id):money")
        try tx.publishRefundSettled(byHand)
        return true
    }

    package static func refundFailed(_ failed: FailedRefund, in tx: OrdersTransaction) throws -> Bool {
        guard let refund = try tx.refunds.find(failed.id) else { return false }
        guard refund.orderId == failed.order else { throw Rejection.notFound }
        try tx.refundFailed(refund, code: failed.code)
        return true
    }

    package static func explain(_ id: RefundID, of order: OrderID, reason: String, in tx: OrdersTransaction) throws -> RefundExplanation? {
        let buyer = try tx.orders.find(order)?.buyer
        guard let refund = try tx.refunds.find(id) else { return buyer.map { .tooEarly(buyer: $0) } }
        // Refunds that people request in orders have their reason from the start; an erased account keeps none.
        if refund.orderId == order, refund.cause == .requested, refund.reason == nil, let buyer, try tx.people.name(of: buyer) != nil {
            try tx.refunds.explain(id, reason)
        }
        return .taken
    }
}

extension OrdersTransaction {
    /// Money of an order went back: the refund, the report of a cancelled event and the order learn of it.
    func refundSucceeded(_ refund: TicketRefund) throws {
        switch refund.status {
        case .succeeded:
            return  // Said twice; it is in the sums.
        case .pending:
            if refund.cause == .eventCancelled {
                try countForCancellation(refund) { try cancellations.refundSucceeded(of: $0, refund.amount) }
            }
        case .failed:
            if refund.cause == .eventCancelled {
                try countForCancellation(refund) { try cancellations.failedRefundSucceeded(of: $0, refund.amount) }
            }
        }
        let fee = try feeReversed(with: refund.amount, of: refund.orderId, payment: refund.payment)
        try refunds.settle(refund.id, .succeeded(at: now), fee: fee)
        if refund.status.name == .failed { try TicketReturn(self).publishMoney(of: refund.orderId, name: "\(refund.id):succeeded") }
        try publishRefundSettled(refund)
    }

    /// As the organizer's books have it: counted when the refund succeeds, after those that succeeded before.
    /// Nil: nothing was sold with it.
    func feeReversed(with amount: Money, of id: OrderID, payment: PaymentID?) throws -> Money? {
        guard let order = try orders.find(id), order.isSale, order.status.payment == payment else { return nil }
        return RefundRules.feeReversed(with: amount, in: order, before: try refunds.settled(of: id, payment: payment),
                                       feePercent: ticketSaleSettings.platformFeePercent)
    }

    func refundFailed(_ refund: TicketRefund, code: String) throws {
        switch refund.status {
        case .succeeded, .failed:
            return  // Money that is back cannot come away again; a failure said twice is one.
        case .pending:
            if refund.cause == .eventCancelled { try countForCancellation(refund) { try cancellations.refundFailed(of: $0) } }
        }
        try refunds.settle(refund.id, .failed(code: code, at: now))
        try TicketReturn(self).publishMoney(of: refund.orderId, name: "\(refund.id):failed")
        try TicketSale.handle(.refundFailed(refund.id), of: refund.orderId, in: self)
    }

    func publishRefundSettled(_ refund: TicketRefund) throws {
        guard let order = try orders.find(refund.orderId) else { throw Rejection.notFound }
        // Money of a payment that was never the order's: nothing changes for it.
        guard order.status.payment == refund.payment else { return }
        let byHand = try refunds.of(order: refund.orderId).contains {
            $0.isByHand && $0.payment == refund.payment && $0.status.name == .succeeded
        }
        let refundedSoFar = Money(try refunds.succeeded(of: refund.orderId, payment: refund.payment), refund.amount.currency)
        let settled = TicketSaleFact.refundSettled(refund.id, amount: refund.amount, refundedSoFar: refundedSoFar,
                                                   ticketsLeft: try tickets.activeCount(of: refund.orderId), byHand: byHand)
        try TicketSale.handle(settled, of: refund.orderId, in: self)
    }

    private func countForCancellation(_ refund: TicketRefund, _ count: (EventID) throws -> Void) throws {
        guard let event = try orders.find(refund.orderId)?.eventId else { throw Rejection.notFound }
        try count(event)
        try closeCancellationIfSettled(event)
    }
}
