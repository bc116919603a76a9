import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// What the asker offered and what was offered to them, newest first.
package struct TransfersOfUser: Query {
    package static let type: MessageType = "orders.transfers-of-user.v1"
    /// `incoming` or `outgoing`; absent: both.
    package let direction: String?
    package let page: Int?
    package let perPage: Int?

    package func answer(in view: OrdersView) throws -> Page<TransferAnswer> {
        let user = try view.user().userID
        let request = try PageRequest(page: page, perPage: perPage)
        let wanted = try direction.map { text in
            guard let direction = TransferStore.Direction(rawValue: text) else {
                throw Rejection.invalid(["direction": ["must be incoming or outgoing"]])
            }
            return direction
        }
        let (transfers, total) = try view.transfers.page(of: user, wanted, limit: request.perPage, offset: request.offset)
        let answers = try transfers.map {
            try TransferAnswer($0, to: user, tickets: view.tickets, events: view.events, people: view.people, now: view.now)
        }
        return Page(answers, request, total: total)
    }
}
