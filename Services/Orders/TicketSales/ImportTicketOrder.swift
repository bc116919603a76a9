import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Seeding. An order that is here already stays as it is: tickets may have been used or given back since.
extension ImportOrder: Command {
    public func handle(in tx: OrdersTransaction) throws -> NoContent {
        try tx.events.remember(event)
        guard try !tx.orders.isKnown(orderId) else { return NoContent() }
        if event.status == "cancelled" { try tx.events.markCancelled(event.eventId) }
        try insertOrder(tx)
        var issued: [Ticket] = []
        for (position, ticket) in tickets.enumerated() {
            let status: TicketStatus =
                ticket.refunded ? .refunded : ticket.usedAt.map { .used(firstEntry: $0, inside: event.endDate > tx.now) } ?? .valid
            let made = try TicketIssue.withFreeSerial(of: ticket.ticketId, prefix: tx.ticketSaleSettings.numberPrefix) { serial in
                let made = Ticket(id: ticket.ticketId, orderId: orderId, eventId: event.eventId, type: ticket.ticketTypeId,
                    typeName: ticket.ticketTypeName, price: ticket.price,
                                  holder: userId, attendeeName: ticket.attendeeName, serial: serial, status: status, attention: nil,
                                  purchasedAt: placedAt)
                return try tx.tickets.insert(made, position: position) ? made : nil
            }
            issued.append(made)
        }
        try importRefunds(of: issued, in: tx)
        try reportCancellation(of: issued, in: tx)
        try publish(issued, in: tx)
        return NoContent()
    }

    /// Publishes refunded tickets as issued and then ended: their holders' calendars must know them to say that the date is off.
    private func publish(_ issued: [Ticket], in tx: OrdersTransaction) throws {
        try tx.publish(TicketsIssued(orderId: orderId, eventId: event.eventId, userId: userId, event: event,
                                     tickets: issued.map(IssuedTicket.init), imported: true))
        let ended = issued.filter { !$0.status.isActive }.map(IssuedTicket.init)
        guard !ended.isEmpty else { return }
        try tx.publish(TicketsCancelled(orderId: orderId, eventId: event.eventId, tickets: ended, reason: TicketReturn.refunded))
    }

    private func insertOrder(_ tx: OrdersTransaction) throws {
        guard let currency = tickets.first?.price.currency else { throw Rejection.invalid(["tickets": ["must not be empty"]]) }
        var total = Money.zero(currency)
        for ticket in tickets { total = try total.adding(ticket.price) }
        let lines = claimedLines()
        let gone = tickets.filter(\.refunded).count
        let status: OrderStatus = gone == 0 ? .completed(paymentId) : gone == tickets.count ? .refunded(paymentId)
            : .partiallyRefunded(paymentId)
        for attempt in 0..<ShortCode.attemptsMax {
            let number = ShortCode.orderNumber(prefix: tx.ticketSaleSettings.numberPrefix, of: orderId.rawValue, attempt: attempt)
            var order = TicketOrder(id: orderId, number: number, buyer: userId, eventId: event.eventId,
                                    wanted: lines.map { TicketLine(ticketTypeId: $0.ticketTypeId, quantity: $0.quantity) }, attendees: [],
                                    ageConfirmed: true,
                                        sandbox: nil,
                                    placedAt: placedAt, status: status, total: total,
                                        fee: total.share(percent: tx.ticketSaleSettings.platformFeePercent))
            (order.lines, order.organizer, order.title, order.completedAt) = (lines, event.organizerId, event.title, placedAt)
            order.paymentState = paymentId == nil ? nil : gone == 0 ? .succeeded : gone == tickets.count ? .refunded : .partiallyRefunded
            if try tx.orders.insert(order, workflow: TicketSale.name) { return }
        }
        throw TicketIssue.NoFreeSerial()
    }

    /// Tickets of one type and price make a line, in the order they come.
    private func claimedLines() -> [ClaimedLine] {
        var lines: [ClaimedLine] = []
        for ticket in tickets {
            if let place = lines.firstIndex(where: { $0.ticketTypeId == ticket.ticketTypeId && $0.unitPrice == ticket.price }) {
                let line = lines[place]
                lines[place] = ClaimedLine(ticketTypeId: line.ticketTypeId, name: line.name, quantity: line.quantity + 1,
                                           unitPrice: line.unitPrice)
            } else {
                lines.append(
                    ClaimedLine(ticketTypeId: ticket.ticketTypeId, name: ticket.ticketTypeName, quantity: 1, unitPrice: ticket.price))
            }
        }
        return lines
    }

    private func importRefunds(of tickets: [Ticket], in tx: OrdersTransaction) throws {
        let times = Dictionary(self.tickets.map { ($0.ticketId, max($0.refundedAt ?? placedAt, placedAt)) }) { first, _ in first }
        // What was refunded at one time was one refund.
        let refunds = Dictionary(grouping: tickets.filter { $0.status == .refunded }) { times[$0.id] ?? placedAt }
        for (at, gone) in refunds.sorted(by: { $0.key < $1.key }) {
            var amount = Money.zero(gone[0].price.currency)
            for ticket in gone { amount = try amount.adding(ticket.price) }
            let name = refunds.count == 1 ? [] : [String(at.millisecondsSinceEpoch)]
            let refund = TicketRefund(
                id: RefundID(DeterministicID.make(["imported-refund", orderId.rawValue] + name)), orderId: orderId, payment: paymentId,
                amount: amount, fee: try tx.feeReversed(with: amount, of: orderId, payment: paymentId), cause: .requested, reason: nil,
                tickets: gone.map(\.id), status: .succeeded(at: at), requestedAt: at)
            _ = try tx.refunds.insert(refund)
        }
    }

    /// An event that was cancelled before the import has a report, too. It counts the orders that were refunded as a whole.
    private func reportCancellation(of tickets: [Ticket], in tx: OrdersTransaction) throws {
        guard event.status == "cancelled", tickets.allSatisfy({ $0.status == .refunded }) else { return }
        let refunds = try tx.refunds.of(order: orderId).filter { !$0.amount.isZero }
        try tx.cancellations.add(
            imported: orderId, by: userId, of: event.eventId, tickets: tickets.count, refunds: refunds.count,
            refunded: try tx.refunds.succeeded(of: orderId, payment: paymentId),
            at: self.tickets.compactMap(\.refundedAt).max() ?? placedAt)
    }
}
