import Contracts
import Kernel

/// Money on its way back for tickets. How it gets there is the business of payments.
package struct TicketRefund: Sendable, Equatable {
    package enum Status: Sendable, Equatable {
        case pending
        case succeeded(at: Timestamp)
        case failed(code: String, at: Timestamp)

        package enum Name: String, Sendable, CaseIterable { case pending, succeeded, failed }
        package var name: Name {
            switch self {
            case .pending: .pending
            case .succeeded: .succeeded
            case .failed: .failed
            }
        }
    }
    package let id: RefundID
    package let orderId: OrderID
    package let payment: PaymentID?
    package let amount: Money
    /// The part of the platform's fee that is taken back with it.
    package let fee: Money
    package let cause: RefundCause
    /// What the person who asked for it wrote.
    package let reason: String?
    /// Tickets that died for it.
    package let tickets: [TicketID]
    package var status: Status
    package let requestedAt: Timestamp

    /// A person requested it in payments, where no tickets are named.
    package var isByHand: Bool { cause == .requested && tickets.isEmpty }

    package init(id: RefundID, orderId: OrderID, payment: PaymentID?, amount: Money, fee: Money? = nil, cause: RefundCause, reason: String?,
        tickets: [TicketID], status: Status, requestedAt: Timestamp) {
        (self.id, self.orderId, self.payment, self.amount, self.cause, self.reason) = (id, orderId, payment, amount, cause, reason)
        (self.tickets, self.status, self.requestedAt, self.fee) = (tickets, status, requestedAt, fee ?? .zero(amount.currency))
    }
}

/// Why money goes back.
package enum RefundCause: String, Sendable, CaseIterable {
    /// Paid after the seats were gone or the order was cancelled.
    case late = "late-payment"
    /// Amount, currency or payment is not what the order asked for.
    case mismatch = "payment-mismatch"
    case eventCancelled = "event-cancelled"
    /// Somebody asked for it.
    case requested
}
