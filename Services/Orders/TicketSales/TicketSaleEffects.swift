import Contracts
import Kernel
import OrdersKit
import ServiceKit

// What a ticket order wants done, done: messages to other services, rows, timers, answers.
extension TicketSale {
    package static func settings(in tx: OrdersTransaction) -> TicketSaleSettings { tx.ticketSaleSettings }
    package static func load(_ id: OrderID, in tx: OrdersTransaction) throws -> TicketOrder? { try tx.orders.find(id) }
    package static func save(_ order: TicketOrder, in tx: OrdersTransaction) throws { try tx.orders.update(order) }

    package static func perform(_ effects: [TicketSaleEffect], of order: TicketOrder, in tx: OrdersTransaction) throws {
        var issued: (tickets: [Ticket], event: EventProjection?) = ([], nil)
        var withdrawn: [Ticket] = []
        for effect in effects {
            switch effect {
            case .confirmClaim(let claim): try tx.send(ConfirmClaim(claimId: claim, orderId: order.id))
            case .extendClaim(let claim, let until): try tx.send(ExtendClaim(claimId: claim, orderId: order.id, until: until))
            case .releaseClaim(let claim): try tx.send(ReleaseClaim(claimId: claim, orderId: order.id))
            case .claimAgain(let claim): try tx.send(claimAgain(claim, order, at: tx.now))
            case .returnSeats(let name):
                // All the money is refunded.
                try tx.send(ReturnStock(orderId: order.id, listing: .event(order.eventId), lines: order.wanted.map(\.claimed),
                                        returnId: name, refundedTotal: order.total.amount))
            case .createIntent(let payment, let holdExpiresAt): try tx.send(createIntent(payment, holdExpiresAt, order))
            case .cancelIntent(let payment): try tx.send(CancelIntent(paymentId: payment, orderId: order.id))
            case .refund(let refund, let payment, let amount, let cause):
                // What others were given is not the buyer's to see.
                try makeRefund(refund, payment, amount, cause, order, for: withdrawn.filter { $0.receivedFrom == nil }.map(\.id), in: tx)
            case .awaitAnswer(let until): try tx.schedule(AnswerOverdue.timer(order.id), at: until, AnswerOverdue(orderId: order.id))
            case .stopWaiting: tx.cancelTimer(AnswerOverdue.timer(order.id))
            case .answer(let request):
                try tx.answer(request, with: Created(try tx.orderAnswer(order, tickets: issued.tickets, of: issued.event),
                                                     at: "/orders/\(order.id)"))
            case .refuse(let request, let rejection): tx.answer(request, with: rejection)
            case .issueTickets: issued = try issueTickets(order, in: tx)
            case .countEarlierRefunds: try countEarlierRefunds(of: order, in: tx)
            case .withdrawTickets: withdrawn = try withdrawTickets(order, in: tx)
            case .refundTickets(let refund): try refundTickets(refund, order, in: tx)
            case .reportMismatch(let notice, let refund):
                try tx.publish(PaymentMismatch(orderId: order.id, number: order.number, eventId: order.eventId, paymentId: notice.payment,
                                               expected: order.total, received: notice.money, refundId: refund))
            case .announceAwaitingPayment, .announceCompleted, .announceExpired, .announceCancelled, .announceRefunded:
                try announce(effect, order, in: tx)
            }
        }
    }

    private static func claimAgain(_ claim: ClaimID, _ order: TicketOrder, at now: Timestamp) -> PlaceClaim {
        // The buyer was let in when the order was placed: age is not asked again, and the price stays what was paid.
        PlaceClaim(claimId: claim, orderId: order.id, userId: order.buyer, listing: .event(order.eventId),
                   lines: order.lines.map(\.claimedAgain), expectedTotal: order.total, placedAt: now, late: true,
                   details: ["ageConfirmed": true])
    }

    private static func createIntent(_ payment: PaymentID, _ holdExpiresAt: Timestamp, _ order: TicketOrder) -> CreateIntent {
        CreateIntent(paymentId: payment, orderId: order.id, userId: order.buyer, organizerId: order.organizer, amount: order.total.amount,
                     currency: order.total.currency, eventId: order.eventId, holdExpiresAt: holdExpiresAt, sandbox: order.sandbox)
    }

    /// Writes the refund and asks for it. One that is known was asked for before.
    private static func makeRefund(_ id: RefundID, _ payment: PaymentID, _ amount: Money, _ cause: RefundCause, _ order: TicketOrder,
        for tickets: [TicketID], in tx: OrdersTransaction) throws {
        // Only what was sold had a fee; the event's cancellation gives back all that is left of both.
        let fee: Money? = cause == .eventCancelled && order.completedAt != nil
            ? RefundRules.left(of: order, promised: try tx.refunds.promised(of: order.id, payment: payment)).fee : nil
        let amount = try left(of: amount, payment, cause, order, in: tx)
        let refund = TicketRefund(id: id, orderId: order.id, payment: payment, amount: amount, fee: fee, cause: cause, reason: nil,
                                  tickets: tickets, status: .pending, requestedAt: tx.now)
        guard try tx.refunds.insert(refund) else { return }
        if cause == .eventCancelled { try tx.cancellations.refundAsked(of: order.eventId, amount) }
        try tx.send(RefundPayment(refundId: id, paymentId: payment, orderId: order.id, amount: amount.amount, currency: amount.currency,
            reason: cause.rawValue, fee: fee?.amount))
    }

    /// What a refund of everything still returns: payments may have refunded a part by hand.
    private static func left(of amount: Money, _ payment: PaymentID, _ cause: RefundCause, _ order: TicketOrder,
        in tx: OrdersTransaction) throws -> Money {
        // What an organizer's cancellation refunds was computed from what is left.
        if cause == .eventCancelled && order.completedAt != nil { return amount }
        let gone = try tx.refunds.promised(of: order.id, payment: payment).money
        return gone < amount.amount ? Money(amount.amount - gone, amount.currency) : amount
    }

    /// Payments may refund a part by hand while the seats are being confirmed. From now on it is a refund of a sale.
    private static func countEarlierRefunds(of order: TicketOrder, in tx: OrdersTransaction) throws {
        for refund in try tx.refunds.of(order: order.id) where refund.isByHand && refund.status.name == .succeeded {
            guard refund.payment == order.status.payment else { continue }
            try TicketReturn(tx).publishMoney(of: order.id, name: "\(refund.id):money")
            try tx.publishRefundSettled(refund)
        }
    }

    // MARK: - Tickets

    private static func issueTickets(_ order: TicketOrder, in tx: OrdersTransaction) throws -> (tickets: [Ticket],
        event: EventProjection?) {
        var tickets: [Ticket] = []
        let prefix = tx.ticketSaleSettings.numberPrefix
        var names = order.attendeesByType
        for line in order.lines {
            for _ in 0..<line.quantity {
                let position = tickets.count
                let name = names[line.ticketTypeId]?.popFirst()
                let id = TicketID(tx.context.newID())
                let ticket = try TicketIssue.withFreeSerial(of: id, prefix: prefix) { serial in
                    let ticket = Ticket(id: id, orderId: order.id, eventId: order.eventId, type: line.ticketTypeId, typeName: line.name,
                                        price: line.unitPrice,
                                        holder: order.buyer, attendeeName: name, serial: serial, attention: order.attention,
                                        purchasedAt: tx.now)
                    return try tx.tickets.insert(ticket, position: position) ? ticket : nil
                }
                tickets.append(ticket)
            }
        }
        let known = try tx.events.known(order.eventId)
        if let known {
            try tx.publish(TicketsIssued(orderId: order.id, eventId: order.eventId, userId: order.buyer, event: known.event,
                tickets: tickets.map(IssuedTicket.init)))
        }
        return (tickets, known)
    }

    /// The tickets that ended.
    private static func withdrawTickets(_ order: TicketOrder, in tx: OrdersTransaction) throws -> [Ticket] {
        var withdrawn: [Ticket] = []
        for var ticket in try tx.tickets.of(order: order.id) where ticket.status.isActive {
            ticket.status = .cancelled
            try tx.tickets.update(ticket)
            withdrawn.append(ticket)
        }
        guard !withdrawn.isEmpty else { return [] }
        try tx.cancellations.ticketsWithdrawn(of: order.eventId, withdrawn.count)
        try TicketReturn(tx).publishEnd(of: withdrawn, in: order, because: "event-cancelled")
        return withdrawn
    }

    private static func refundTickets(_ refund: RefundID, _ order: TicketOrder, in tx: OrdersTransaction) throws {
        let tickets = try tx.tickets.of(order: order.id)
        let valid = RefundRules.ending(tickets), given = RefundRules.given(tickets)
        if !valid.isEmpty {
            try TicketReturn(tx).end(valid, of: order, as: .refunded, because: TicketReturn.refunded, name: "\(refund):rest")
            try tx.refunds.add(valid.map(\.id), to: refund)
        }
        guard !given.isEmpty else { return }
        try TicketReturn(tx).end(given, of: order, as: .cancelled, because: TicketReturn.refunded, name: "\(refund):given")
    }

    // MARK: - What others hear

    private static func announce(_ effect: TicketSaleEffect, _ order: TicketOrder, in tx: OrdersTransaction) throws {
        guard let (organizer, title) = try organizerAndTitle(order, in: tx) else {
            return  // The catalog never answered and never spoke of this event: there is nobody this could concern.
        }
        switch effect {
        case .announceAwaitingPayment(let payment, let holdExpiresAt):
            try tx.publish(OrderAwaitingPayment(orderId: order.id, number: order.number, userId: order.buyer, organizerId: organizer,
                eventId: order.eventId, title: title,
                                                items: order.lines, total: order.total, fee: order.fee, paymentId: payment,
                                                holdExpiresAt: holdExpiresAt))
        case .announceCompleted(let payment):
            try tx.publish(OrderCompleted(orderId: order.id, number: order.number, userId: order.buyer, organizerId: organizer,
                eventId: order.eventId, title: title,
                                          items: order.lines, total: order.total, fee: order.fee, paymentId: payment))
        case .announceExpired:
            try tx.publish(OrderExpired(orderId: order.id, number: order.number, userId: order.buyer, organizerId: organizer,
                eventId: order.eventId, title: title,
                                        items: order.lines, total: order.total, fee: order.fee))
        case .announceCancelled(let reason):
            try tx.publish(OrderCancelled(orderId: order.id, number: order.number, userId: order.buyer, organizerId: organizer,
                eventId: order.eventId, title: title,
                                          items: order.lines, total: order.total, fee: order.fee, reason: reason))
        case .announceRefunded(let refund, let amount, let late):
            try tx.publish(OrderRefunded(orderId: order.id, number: order.number, userId: order.buyer, organizerId: organizer,
                eventId: order.eventId, title: title,
                                         items: order.lines, total: order.total, fee: order.fee, refundId: refund, amount: amount,
                                         late: late))
        case .confirmClaim, .extendClaim, .releaseClaim, .claimAgain, .returnSeats, .createIntent, .cancelIntent, .refund, .awaitAnswer,
            .stopWaiting, .answer, .refuse,
            .issueTickets, .countEarlierRefunds, .withdrawTickets, .refundTickets, .reportMismatch:
            return  // Done by `perform`; nobody else hears of it.
        }
    }

    private static func organizerAndTitle(_ order: TicketOrder, in tx: OrdersTransaction) throws -> (User.ID, String)? {
        if let organizer = order.organizer, let title = order.title { return (organizer, title) }
        return try tx.events.find(order.eventId).map { ($0.organizerId, $0.title) }
    }
}

extension IssuedTicket {
    init(_ ticket: Ticket) { self.init(ticketId: ticket.id, ticketTypeId: ticket.type, holderId: ticket.holder, serial: ticket.serial) }
}

/// Serials are short, so one may be taken: the next attempt has another.
package enum TicketIssue {
    struct NoFreeSerial: Error {}

    static func withFreeSerial(of id: TicketID, prefix: String, _ insert: (String) throws -> Ticket?) throws -> Ticket {
        for attempt in 0..<ShortCode.attemptsMax {
            if let ticket = try insert(ShortCode.serial(prefix: prefix, of: id.rawValue, attempt: attempt)) { return ticket }
        }
        throw NoFreeSerial()
    }
}
