import Contracts
import Kernel
import ServiceKit

/// What was bought before the demo begins (`sales` in `sales.yml`). A line is the same purchase by several buyers.
public struct DemoSales: DemoReader {
    public static let file = "sales.yml"
    public static let keys = ["sales"]

    struct Sale {
        let event: Int
        let type: Int
        let each: Int
        let placed: Timestamp
        let buyers: [Int]
        let attended: Bool
        let refunded: Timestamp?
    }
    let sales: [Sale]

    public init(_ form: DemoForm) {
        sales = form.list("sales", in: form.root).map { value in
            form.allow(["event", "type", "each", "placed", "buyers", "attended", "refunded"], in: value, what: "a sale")
            return Sale(event: form.reference("event", to: .event, in: value), type: form.number("type", in: value),
                        each: form.number("each", in: value), placed: form.requiredTime("placed", in: value),
                        buyers: form.references("buyers", to: .account, in: value),
                        attended: form.flag("attended", in: value, default: false), refunded: form.optionalTime("refunded", in: value))
        }
    }

    /// Sales of an event that were not refunded.
    func lasting(of event: Int) -> [Sale] { sales.filter { $0.event == event && $0.refunded == nil } }

    public func messages(in content: DemoContent) -> [DemoMessage] {
        let events = content.of(DemoEvents.self)
        var out: [DemoMessage] = []
        for sale in sales {
            guard let event = events?.snapshot(of: sale.event, in: content) else { continue }
            for order in sale.orders(event, in: content) {
                out.append(DemoMessage("order/\(order.orderId)", .purchases, order))
                let payment = sale.payment(of: order, seededAt: content.time.seededAt)
                if let payment { out.append(DemoMessage("payment/\(order.orderId)", .purchases, payment)) }
            }
        }
        return out
    }
}

extension DemoSales.Sale {
    /// One order per buyer.
    fileprivate func orders(_ snapshot: TicketEvent, in content: DemoContent) -> [ImportOrder] {
        guard type >= 1, type <= snapshot.ticketTypes.count else { return [] }
        let kind = snapshot.ticketTypes[type - 1]
        return buyers.map { buyer in
            let tickets = (1...max(1, each)).map { index in
                ImportOrder.ImportedTicket(ticketId: TicketID(DemoID.ticket(event: event, type: type, buyer: buyer, index: index)),
                                           ticketTypeId: kind.id, ticketTypeName: kind.name, price: kind.price,
                                           attendeeName: content.name(of: buyer),
                                           usedAt: attended ? snapshot.startDate + .minutes(20) : nil, refunded: refunded != nil,
                                           refundedAt: refunded)
            }
            return ImportOrder(orderId: OrderID(DemoID.order(event: event, type: type, buyer: buyer)), userId: content.user(buyer),
                               event: snapshot, tickets: tickets,
                               paymentId: kind.price.isZero ? nil : PaymentID(DemoID.payment(event: event, type: type, buyer: buyer)),
                               placedAt: placed)
        }
    }

    /// The money of an order; nil: it was free.
    fileprivate func payment(of order: ImportOrder, seededAt: Timestamp) -> ImportPayment? {
        guard let id = order.paymentId, let price = order.tickets.first?.price else { return nil }
        let released = order.event.endDate + .hours(24)
        return ImportPayment(paymentId: id, orderId: order.orderId, userId: order.userId, organizerId: order.event.organizerId,
                             eventId: order.event.eventId,
                             title: order.event.title, amount: Money(price.amount * order.tickets.count, price.currency),
                             refunded: refunded != nil, paidAt: order.placedAt, releasedAt: released <= seededAt ? released : nil,
                             refundedAt: refunded)
    }
}
