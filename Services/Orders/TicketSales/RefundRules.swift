import Contracts
import Kernel

/// Which refunds of tickets are allowed, who may have them until when, and how much of the money and of the fee goes back.
///
/// | refund | who and when | tickets | money |
/// |---|---|---|---|
/// | requested here: `RequestRefund` | the buyer until `lastInstant`, an authority at any time | the valid ones, or those named | `share` |
/// | the event is cancelled: `CancelEventOrders` | every order, once | all end, those that others were given too | `left` |
/// | the account is erased: `UndoOrdersOfErased` | until `lastInstant`; later they end without money | their valid ones | `share` |
/// | made in payments: `TicketSale.refundSucceeded` | payments checks the permission | `ending`, if `extent` is everything | any |
/// | paid for nothing: `TicketSale.returnMoney`, `returnMismatch` | at once: the payment is late, or another sum | none exist | all |
///
/// A ticket that was handed over is returned by nobody alone: its money is the buyer's, the seat is the holder's. It ends with the event
/// (`CancelEventOrders`), with all the money of its order (`refundTickets`) or with its holder's account (`CancelReceivedTickets`).
///
/// The tenant's part is `settings.catalog.changeRefundHours` (`RefundTerms`), the organizer's is the event's `refundPolicy`. Memberships
/// are refunded in payments only; `Membership.refunded` ends them.
package enum RefundRules {
    /// Allows to refund any payment, whoever sold the tickets.
    package static let permission = "payments:refund"

    // MARK: - Who

    package enum Requester: Sendable, Equatable {
        case buyer
        /// The event's organizer, or somebody with the permission: no window binds them.
        case authority
    }
    /// Nil: the order is none of this person's business. The catalog refused `refused` orders: they exist for nobody.
    package static func requester(_ user: User.ID, roles: [String], permissions: Set<String>, of order: TicketOrder) -> Requester? {
        guard order.status != .refused else { return nil }
        // Who lost the role has no say over the events of before.
        let isOrganizer = order.organizer == user && roles.contains(TicketSale.organizerRole)
        if isOrganizer || permissions.contains(permission) { return .authority }
        return order.buyer == user ? .buyer : nil
    }

    // MARK: - When

    /// The last instant at which a buyer may return a ticket; nil: never.
    package static func lastInstant(of event: EventProjection) -> Timestamp? {
        let policy = event.event.refundPolicy
        let byPolicy = policy.type == "until" ? event.event.startDate - .hours(policy.hoursBefore ?? 0) : nil
        return [byPolicy, event.refundOpenUntil].compactMap(\.self).max()
    }
    package static func isOpen(_ event: EventProjection?, at now: Timestamp) -> Bool {
        guard let event, let last = lastInstant(of: event) else { return false }
        // Answers show whole seconds: the second they name still counts.
        return now.wholeSeconds <= last
    }
    /// Until when a change of the event lets buyers return tickets, whatever its policy says; nil: this change does not.
    package static func window(after change: EventUpdated, at now: Timestamp, changeRefundHours: Int) -> Timestamp? {
        guard change.notifyHolders else { return nil }
        // Use the time that holders are notified of; older events do not contain it.
        return change.refundUntil ?? now + .hours(changeRefundHours)
    }

    // MARK: - Which tickets

    /// The order's payment; nil where nothing was paid. Throws unless the order has tickets to return.
    package static func payment(of order: TicketOrder) throws(Rejection) -> PaymentID? {
        switch order.status {
        case .completed(let payment), .partiallyRefunded(let payment): return payment
        case .pending, .preparing, .awaitingPayment, .confirming, .reclaiming, .returning, .refunded, .refused, .expired, .cancelled:
            throw .conflict("order-state", "Only a completed order has tickets to give back.",
                            ["currentStatus": .string(order.status.shown.rawValue)])
        }
    }
    /// The tickets of an order that a request returns: those it names, else every valid one. Throws unless each can be returned.
    package static func returned(_ named: [TicketID]?, of tickets: [Ticket]) throws(Rejection) -> [Ticket] {
        guard let named else {
            let valid = ending(tickets)
            if valid.isEmpty { try requireReturnable(tickets) }
            guard !valid.isEmpty else { throw .conflict("ticket-not-active", "No ticket is left to give back.") }
            return valid
        }
        let wanted = Set(named), chosen = tickets.filter { wanted.contains($0.id) }
        guard chosen.count == wanted.count else { throw .invalid(["ticketIds": ["must be tickets of this order"]]) }
        try requireReturnable(chosen)
        return chosen
    }
    /// Of several tickets that cannot be returned for different reasons, used ones are named first, then those of others.
    private static func requireReturnable(_ tickets: [Ticket]) throws(Rejection) {
        let used = tickets.filter { $0.status.name == .used && $0.receivedFrom == nil }
        let others = tickets.filter { $0.status == .transferred || $0.status.isActive && $0.receivedFrom != nil }
        for ticket in used + others + tickets { try requireReturnable(ticket) }
    }
    private static func requireReturnable(_ ticket: Ticket) throws(Rejection) {
        let ticketID: [String: JSONValue] = ["ticketId": .string(ticket.id.rawValue)]
        let state = ticketID.merging(["currentStatus": .string(ticket.status.name.rawValue)]) { $1 }
        switch ticket.status {
        case .valid where ticket.receivedFrom == nil: return
        case .used where ticket.receivedFrom == nil:
            throw .conflict("ticket-used", "A ticket that was used cannot be given back.", state)
        case .valid, .used, .transferred: throw .conflict("ticket-transferred", "The ticket belongs to somebody else now.", ticketID)
        case .cancelled, .refunded: throw .conflict("ticket-not-active", "The ticket was given back already.", state)
        }
    }
    /// The buyer's tickets that end with the money. A used ticket stays used: its holder got what they paid for.
    package static func ending(_ tickets: [Ticket]) -> [Ticket] { tickets.filter { $0.status == .valid && $0.receivedFrom == nil } }
    /// What others were given of an order; it ends without money for them when all of the order's money goes back.
    package static func given(_ tickets: [Ticket]) -> [Ticket] { tickets.filter { $0.status == .valid && $0.receivedFrom != nil } }

    /// How much of an order is refunded.
    package enum Extent: Sendable, Equatable {
        case part
        /// All the money. Tickets that were not returned stay valid, like free ones.
        case money(ticketsLeft: Int)
        /// All the money, and payments made some of the refunds, where no tickets are named: the rest of the tickets ends.
        case everything
    }
    /// - Parameter byHand: payments made one of the refunds.
    package static func extent(_ refunded: Money, of order: TicketOrder, ticketsLeft: Int, byHand: Bool) -> Extent {
        guard refunded.amount >= order.total.amount else { return .part }
        return byHand ? .everything : .money(ticketsLeft: ticketsLeft)
    }

    /// What becomes of an erased person's tickets.
    package enum Erased: Sendable, Equatable { case refunded, cancelled, kept }
    package static func erased(_ event: EventProjection?, at now: Timestamp) -> Erased {
        // Tickets of an event that is over stay as history.
        guard let event, now < event.event.endDate else { return .kept }
        return isOpen(event, at: now) ? .refunded : .cancelled
    }

    // MARK: - How much

    /// Minor units of an order's own payment that went back or are on their way, and the fees that were reversed with them.
    package struct Promised: Sendable, Equatable {
        package let money: Int
        package let fees: Int
        package init(money: Int, fees: Int) { (self.money, self.fees) = (money, fees) }
    }
    package struct Amount: Sendable, Equatable {
        package let money: Money
        /// The part of the platform's fee that the organizer gets back.
        package let fee: Money
    }
    /// What tickets return: their face value, at most what is left of the payment, and its share of the fee. The last refund takes the
    /// rest of the fee, because shares are rounded.
    package static func share(of tickets: [Ticket], in order: TicketOrder, promised: Promised,
        feePercent: Int) throws(Rejection) -> Amount {
        var face = Money.zero(order.total.currency)
        for ticket in tickets { face = try face.adding(ticket.price) }
        let money = Money(min(face.amount, left(of: order, promised: promised).money.amount), face.currency)
        return Amount(money: money, fee: feeReversed(with: money, in: order, before: promised, feePercent: feePercent))
    }
    /// The part of the fee that goes back with money, by the percentage the sale was booked with.
    /// - Parameters:
    ///   - before: what went back before.
    ///   - feePercent: the tenant's percentage today.
    package static func feeReversed(with money: Money, in order: TicketOrder, before: Promised, feePercent: Int) -> Money {
        let fee = PlatformFee(gross: order.total.amount, fee: order.fee.amount)
        return Money(fee.reversal(of: money.amount, refunded: before.money, reversed: before.fees, usualPercent: feePercent),
                     money.currency)
    }
    /// Everything that is left of an order's money and fee.
    package static func left(of order: TicketOrder, promised: Promised) -> Amount {
        Amount(money: Money(max(0, order.total.amount - promised.money), order.total.currency),
               fee: Money(max(0, order.fee.amount - promised.fees), order.total.currency))
    }
}
