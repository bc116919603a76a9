import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The asker's own tickets.
package struct TicketsOfHolder: Query {
    package static let type: MessageType = "orders.tickets-of-holder.v1"
    package let filter: String?
    package let page: Int?
    package let perPage: Int?

    package func answer(in view: OrdersView) throws -> Page<TicketAnswer> {
        let user = try view.user()
        let request = try PageRequest(page: page, perPage: perPage)
        guard let filter = TicketStore.Filter(rawValue: filter ?? TicketStore.Filter.upcoming.rawValue) else {
            throw Rejection.invalid(["filter": ["must be upcoming, past or all"]])
        }
        let (tickets, total) = try view.tickets.page(of: user.userID, filter, now: view.now, limit: request.perPage, offset: request.offset)
        var maker = view.answerMaker()
        return Page(try tickets.map { try maker.answer($0) }, request, total: total)
    }
}
