import Contracts
import Kernel
import OrdersKit
import OrdersTicketSales
import ServiceKit

/// Events the asker may scan at: soonest first, up to a week after their end.
package struct CheckInEvents: Query {
    package static let type: MessageType = "orders.check-in-events.v1"
    package let page: Int?
    package let perPage: Int?

    package struct Item: Encodable, Sendable {
        let id: EventID
        let title: String
        let startDate: Timestamp
        let endDate: Timestamp
        let venue: Venue
        let status: String
        /// `owner` or `scanner`.
        let role: String
    }
    static let daysAfterEnd = 7

    package func answer(in view: OrdersView) throws -> Page<Item> {
        let user = try view.user()
        let request = try PageRequest(page: page, perPage: perPage)
        // An organizer who lost the role may not scan at the events of before.
        let organizer = user.roles.contains(TicketSale.organizerRole) ? user.userID : nil
        let (ids, total) = try view.checkIns.events(of: user.userID, organizer: organizer, endingAfter: view.now - .days(Self.daysAfterEnd),
                                                    limit: request.perPage, offset: request.offset)
        let items = try ids.compactMap { try view.events.known($0) }.map { known in
            Item(id: known.event.eventId, title: known.event.title, startDate: known.event.startDate.wholeSeconds,
                 endDate: known.event.endDate.wholeSeconds,
                 venue: known.event.venue, status: known.status(at: view.now),
                 role: known.event.organizerId == organizer ? "owner" : "scanner")
        }
        return Page(items, request, total: total)
    }
}
