import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// An order as its buyer sees it.
package struct OrderAnswer: Encodable, Sendable {
    let order: TicketOrder
    let tickets: [TicketAnswer]
    let refunds: [RefundAnswer]

    private enum Key: String, CodingKey {
        case id, number, eventId, status, items, total, holdExpiresAt, payment, tickets, refunds, createdAt, reason
    }
    private struct Line: Encodable {
        let ticketTypeId: TicketTypeID
        let name: String
        let quantity: Int
        let unitPrice: Money
        let subtotal: Money
        init(_ line: ClaimedLine) throws {
            (ticketTypeId, name, quantity, unitPrice) = (line.ticketTypeId, line.name, line.quantity, line.unitPrice)
            subtotal = try line.unitPrice.times(line.quantity)
        }
    }
    private struct Payment: Encodable {
        let id: PaymentID
        let status: String
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(order.id, forKey: .id)
        try container.encode(order.number, forKey: .number)
        try container.encode(order.eventId, forKey: .eventId)
        try container.encode(order.status.shown.rawValue, forKey: .status)
        try container.encode(try order.lines.map { try Line($0) }, forKey: .items)
        try container.encode(order.total, forKey: .total)
        try container.encode(order.status.holdExpiresAt?.wholeSeconds, forKey: .holdExpiresAt)
        try container.encode(order.status.payment.map { Payment(id: $0, status: (order.paymentState ?? .requiresPaymentMethod).rawValue) },
                             forKey: .payment)
        try container.encode(tickets, forKey: .tickets)
        try container.encode(refunds, forKey: .refunds)
        try container.encode(order.placedAt.wholeSeconds, forKey: .createdAt)
        if case .cancelled(let reason, _) = order.status { try container.encode(reason.rawValue, forKey: .reason) }
    }
}

/// A refund as its buyer sees it.
package struct RefundAnswer: Encodable, Sendable {
    let refund: TicketRefund

    private enum Key: String, CodingKey { case id, orderId, ticketIds, amount, status, reason, createdAt }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(refund.id, forKey: .id)
        try container.encode(refund.orderId, forKey: .orderId)
        try container.encode(refund.tickets, forKey: .ticketIds)
        try container.encode(refund.amount, forKey: .amount)
        try container.encode(refund.status.name.rawValue, forKey: .status)
        try container.encode(refund.reason ?? refund.cause.rawValue, forKey: .reason)
        try container.encode(refund.requestedAt.wholeSeconds, forKey: .createdAt)
    }
}

/// Makes answers of orders and tickets; looks each event and name up once.
struct AnswerMaker {
    let events: EventProjectionStore
    let people: PersonStore
    let transfers: TransferStore
    let signer: TicketSigner
    let basePath: String
    let now: Timestamp
    private var known: [EventID: EventProjection] = [:]
    private var names: [User.ID: String] = [:]

    init(events: EventProjectionStore, people: PersonStore, transfers: TransferStore, signer: TicketSigner, basePath: String,
         now: Timestamp) {
        (self.events, self.people, self.transfers, self.signer, self.basePath, self.now) =
            (events, people, transfers, signer, basePath, now)
    }

    /// Spares the look-up of an event that is at hand.
    mutating func use(_ event: EventProjection) { known[event.event.eventId] = event }

    mutating func answer(_ ticket: Ticket) throws -> TicketAnswer {
        TicketAnswer(ticket: ticket, event: try event(ticket.eventId), attendeeName: try ticket.attendeeName ?? name(of: ticket.holder),
                     code: ticket.status.isActive ? try signer.code(of: ticket) : nil,
                     isOffered: try ticket.status == .valid && transfers.hasPending(ticket.id), basePath: basePath, now: now)
    }

    private mutating func event(_ id: EventID) throws -> EventProjection {
        if let event = known[id] { return event }
        guard let event = try events.known(id) else { throw MissingEvent(id: id) }
        known[id] = event
        return event
    }
    /// A ticket is issued only for an event that was told with its claim.
    struct MissingEvent: Error { let id: EventID }

    private mutating func name(of user: User.ID) throws -> String {
        if let name = names[user] { return name }
        // Auth may not have told yet, or the account is gone.
        let name = try people.name(of: user) ?? ""
        names[user] = name
        return name
    }
}

extension OrdersScope {
    func answerMaker() -> AnswerMaker {
        AnswerMaker(events: events, people: people, transfers: transfers, signer: signer,
                    basePath: definition.basePath(of: TicketSale.name, in: .orders), now: now)
    }
}

extension OrdersTransaction {
    /// Of an order that was just made: `tickets` and their event as they are at hand, nothing is looked up again.
    func orderAnswer(_ order: TicketOrder, tickets: [Ticket], of event: EventProjection?) throws -> OrderAnswer {
        var maker = answerMaker()
        if let event { maker.use(event) }
        return OrderAnswer(order: order, tickets: try tickets.map { try maker.answer($0) }, refunds: [])
    }
    func orderAnswer(_ order: TicketOrder) throws -> OrderAnswer {
        var maker = answerMaker()
        return OrderAnswer(order: order, tickets: try self.tickets.shown(of: order).map { try maker.answer($0) },
                           refunds: try refunds.of(order: order.id).map { RefundAnswer(refund: $0) })
    }
}
