import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Returns sold seats, with or without the money paid for them. A line with an unknown type or more tickets than were
/// sold needs a person to look at it; it does not stop the other lines.
extension ReturnStock: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        guard try tx.claims.beginReturn(returnId, at: tx.now) else { return NoContent() }
        let types = try tx.ticketTypes.of(eventId)
        let (sold, unsold) = sorted(by: types)
        guard !sold.isEmpty || unsold.isEmpty else { throw UnsoldTickets(orderId: orderId, eventId: eventId, items: unsold) }
        let before = try tx.claims.refunded(to: orderId.rawValue, in: eventId.rawValue)
        var faceValue = 0
        for item in sold {
            let price = try tx.claims.giveBack(item.quantity, of: item.ticketTypeId.rawValue, soldTo: orderId.rawValue, in: eventId.rawValue, by: userId)
            faceValue += item.quantity * (price ?? types.first { $0.id == item.ticketTypeId }?.price ?? 0)
        }
        let total = refundedTotal ?? before + faceValue
        try tx.claims.noteRefunded(total, to: orderId.rawValue)
        try tx.ticketTypes.takeGross(total - before, of: eventId, first: sold.map(\.ticketTypeId))
        if !unsold.isEmpty {
            // This message fails alone and stays as a dead letter.
            try tx.send(ReturnStock(orderId: orderId, eventId: eventId, items: unsold, returnId: "\(returnId):unsold", userId: userId, refundedTotal: total))
        }
        if !sold.isEmpty { try Waitlist(tx).serve(eventId) }
        return NoContent()
    }

    private func sorted(by types: [TicketType]) -> (sold: [TicketLine], unsold: [TicketLine]) {
        var left = Dictionary(types.map { ($0.id, $0.stock.sold) }) { first, _ in first }
        var sold: [TicketLine] = [], unsold: [TicketLine] = []
        for item in items {
            if let count = left[item.ticketTypeId], (1...max(1, count)).contains(item.quantity), count > 0 {
                left[item.ticketTypeId] = count - item.quantity
                sold.append(item)
            } else {
                unsold.append(item)
            }
        }
        return (sold, unsold)
    }
}

/// The returned tickets were never sold here: the data of two services differ.
struct UnsoldTickets: Error, CustomStringConvertible {
    let orderId: OrderID
    let eventId: EventID
    let items: [TicketLine]
    var description: String {
        let lines = items.map { "\($0.quantity) of \($0.ticketTypeId)" }.joined(separator: ", ")
        return "order \(orderId) returns \(lines) to event \(eventId), which did not sell so many"
    }
}
