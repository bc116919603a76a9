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
        form.allow(["sales"], in: file.root, what: "sales.yml")
        let sales = form.list("sales", in: file.root).map { value in
            form.allow(["event", "type", "each", "placed", "buyers", "attended", "refunded"], in: value, what: "a sale")
            return DemoSale(event: form.number("event", in: value), type: form.number("type", in: value), each: form.number("each", in: value),
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
                ImportOrder.ImportedTicket(ticketId: TicketID(DemoID.ticket(event: event, type: type, buyer: buyer, index: index)), ticketTypeId: kind.id, ticketTypeName: kind.name,
                                   price: kind.price, attendeeName: names[buyer], usedAt: attended ? snapshot.startDate + .minutes(20) : nil, refunded: refunded != nil)
            }
            return ImportOrder(orderId: OrderID(DemoID.order(event: event, type: type, buyer: buyer)), userId: User.ID(DemoID.user(buyer)), event: snapshot, tickets: tickets,
                               paymentId: kind.price.isZero ? nil : PaymentID(DemoID.payment(event: event, type: type, buyer: buyer)), placedAt: placed)
        }
    }
}
