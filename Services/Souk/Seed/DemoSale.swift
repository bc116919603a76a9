import Contracts
import Kernel
import ServiceKit

/// One line of `sales.yml`: the same purchase by several buyers.
struct DemoSale: Sendable {
    let event: Int
    let type: Int
    let each: Int
    let placed: Timestamp
    let buyers: [Int]
    let attended: Bool
    let refunded: Timestamp?

    static func read(_ file: YAMLFile, _ time: DemoTime) throws -> [DemoSale] {
        let form = YAMLForm(file: file.path)
        form.allow(["sales", "ratings", "wallets"], in: file.root, what: "sales.yml")
        let sales = form.list("sales", in: file.root).map { value in
            form.allow(["event", "type", "each", "placed", "buyers", "attended", "refunded"], in: value, what: "a sale")
            return DemoSale(event: form.number("event", in: value), type: form.number("type", in: value),
                            each: form.number("each", in: value),
                            placed: form.time("placed", in: value, time) ?? time.seededAt, buyers: form.numbers("buyers", in: value),
                            attended: form.flag("attended", in: value, default: false), refunded: form.time("refunded", in: value, time))
        }
        try form.check()
        return sales
    }

    /// One order per buyer.
    func orders(_ snapshot: TicketEvent, names: [Int: String]) -> [ImportOrder] {
        guard type >= 1, type <= snapshot.ticketTypes.count else { return [] }
        let kind = snapshot.ticketTypes[type - 1]
        return buyers.map { buyer in
            let tickets = (1...max(1, each)).map { index in
                ImportOrder.ImportedTicket(ticketId: TicketID(DemoID.ticket(event: event, type: type, buyer: buyer, index: index)),
                                   ticketTypeId: kind.id, ticketTypeName: kind.name,
                                   price: kind.price, attendeeName: names[buyer],
                                   usedAt: attended ? snapshot.startDate + .minutes(20) : nil, refunded: refunded != nil)
            }
            return ImportOrder(orderId: OrderID(DemoID.order(event: event, type: type, buyer: buyer)), userId: User.ID(DemoID.user(buyer)),
                               event: snapshot, tickets: tickets,
                               paymentId: kind.price.isZero ? nil : PaymentID(DemoID.payment(event: event, type: type, buyer: buyer)),
                               placedAt: placed)
        }
    }
}

extension DemoSale {
    /// The money of an order; nil: it was free.
    func payment(of order: ImportOrder, seededAt: Timestamp) -> ImportPayment? {
        guard let id = order.paymentId, let price = order.tickets.first?.price else { return nil }
        let released = order.event.endDate + .hours(24)
        return ImportPayment(paymentId: id, orderId: order.orderId, userId: order.userId, organizerId: order.event.organizerId,
                             eventId: order.event.eventId,
                             title: order.event.title, amount: Money(price.amount * order.tickets.count, price.currency),
                             refunded: refunded != nil, paidAt: order.placedAt, releasedAt: released <= seededAt ? released : nil)
    }
}

/// What a visitor said of an event (`ratings` in `sales.yml`).
struct DemoRating: Sendable {
    let event: Int
    let account: Int
    let stars: Int
    let review: String?
    let at: Timestamp

    static func read(_ file: YAMLFile, _ time: DemoTime) throws -> [DemoRating] {
        let form = YAMLForm(file: file.path)
        let ratings = form.list("ratings", in: file.root).map { value in
            form.allow(["event", "account", "stars", "review", "at"], in: value, what: "a rating")
            return DemoRating(event: form.number("event", in: value), account: form.number("account", in: value),
                              stars: form.number("stars", in: value),
                              review: form.optionalText("review", in: value), at: form.time("at", in: value, time) ?? time.seededAt)
        }
        try form.check()
        return ratings
    }

    var message: ImportRating {
        ImportRating(eventId: EventID(DemoID.event(event)), userId: User.ID(DemoID.user(account)), stars: stars, review: review,
                     attended: true, at: at)
    }
}
