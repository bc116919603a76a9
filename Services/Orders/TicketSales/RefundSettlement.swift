import Contracts
import Kernel
import ServiceKit

extension OrdersTransaction {
    /// Money of an order went back: the refund, the report of a cancelled event and the order learn of it.
    func refundSucceeded(_ refund: Refund) throws {
        switch refund.status {
        case .succeeded:
            return  // Said twice; it is in the sums.
        case .pending:
            if refund.cause == .eventCancelled { try countForCancellation(refund) { try cancellations.refundSucceeded(of: $0, refund.amount) } }
        case .failed:
            if refund.cause == .eventCancelled { try countForCancellation(refund) { try cancellations.failedRefundSucceeded(of: $0, refund.amount) } }
        }
        try refunds.settle(refund.id, .succeeded(at: now))
        if refund.status.name == .failed { try TicketReturn(self).tellMoney(of: refund.orderId, name: "\(refund.id):succeeded") }
        try tellRefundSettled(refund)
    }

    func refundFailed(_ refund: Refund, code: String) throws {
        switch refund.status {
        case .succeeded, .failed:
            return  // Money that is back cannot come away again; a failure said twice is one.
        case .pending:
            if refund.cause == .eventCancelled { try countForCancellation(refund) { try cancellations.refundFailed(of: $0) } }
        }
        try refunds.settle(refund.id, .failed(code: code, at: now))
        try TicketReturn(self).tellMoney(of: refund.orderId, name: "\(refund.id):failed")
        try tell(refund.orderId, .refundFailed(refund.id))
    }

    func tellRefundSettled(_ refund: Refund) throws {
        guard let order = try orders.find(refund.orderId) else { throw Rejection.notFound }
        guard order.status.payment == refund.payment else { return }  // Money of a payment that was never the order's: nothing changes for it.
        let sums = try refunds.sums(of: refund.orderId, payment: refund.payment)
        let byHand = try refunds.of(order: refund.orderId).contains { $0.isByHand && $0.payment == refund.payment && $0.status.name == .succeeded }
        try tell(refund.orderId, .refundSettled(refund.id, amount: refund.amount, refundedSoFar: Money(sums.succeeded, refund.amount.currency),
                                                ticketsLeft: try tickets.activeCount(of: refund.orderId), byHand: byHand))
    }

    private func countForCancellation(_ refund: Refund, _ count: (EventID) throws -> Void) throws {
        guard let event = try orders.find(refund.orderId)?.eventId else { throw Rejection.notFound }
        try count(event)
        try closeCancellationIfSettled(event)
    }
}
