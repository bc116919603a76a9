import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// How far the orders of a cancelled event are undone, for its organizer and whoever may refund.
package struct EventCancellationReport: Query {
    package static let type: MessageType = "orders.event-cancellation.v1"
    package let eventId: EventID

    package func answer(in view: OrdersView) throws -> CancellationAnswer {
        let mayRefund = view.definition.permissions(of: try view.user().roles).contains(RefundRules.permission)
        if !mayRefund { _ = try view.access().owned(eventId) }
        guard let report = try view.cancellations.find(eventId) else { throw Rejection.notFound }
        return CancellationAnswer(report, view.definition.currency)
    }
}

package struct CancellationAnswer: Encodable, Sendable {
    package struct Refunds: Encodable, Sendable {
        let pending: Int
        let succeeded: Int
        let failed: Int
    }
    let state: String
    let attendees: Int
    let tickets: Int
    let orders: Int
    let refunds: Refunds
    let refundTotal: Money
    let refundedTotal: Money

    init(_ report: EventCancellation, _ currency: Currency) {
        (state, attendees, tickets, orders) = (report.state.rawValue, report.attendees, report.tickets, report.orders)
        refunds = Refunds(pending: report.refundsPending, succeeded: report.refundsSucceeded, failed: report.refundsFailed)
        (refundTotal, refundedTotal) = (Money(report.refundTotal, currency), Money(report.refundedTotal, currency))
    }
}
