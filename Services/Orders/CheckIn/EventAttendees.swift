import Contracts
import Kernel
import Messaging
import OrdersKit
import OrdersTicketSales
import ServiceKit

/// The tickets of an event with their people, for its organizer; as CSV (RFC 4180) when that is asked for: everybody, not a page.
package struct EventAttendees: Query {
    package static let type: MessageType = "orders.event-attendees.v1"
    package let eventId: EventID
    package let search: String?
    package let status: String?
    package let ticketTypeId: TicketTypeID?
    package let page: Int?
    package let perPage: Int?

    /// The most lines of one export.
    static let exportLinesMax = 100_000

    package func answer(in view: OrdersView) throws -> AttendeesAnswer {
        let access = try view.access()
        // Nobody attends a draft.
        let event = try access.ownDraft(eventId) == nil ? access.owned(eventId).event : nil
        let request = try PageRequest(page: page, perPage: perPage)
        let wantsCSV = AnswerForm.isTable(view.context.accept)
        let nobody: AttendeesAnswer = wantsCSV ? .csv([]) : .page(Page([], request, total: 0))
        var filter = AttendeeStore.Filter(search: search.map(\.trimmed).flatMap { $0.isEmpty ? nil : $0 }, type: ticketTypeId)
        if let status {
            guard let name = try stored(status, isOver: event.map { view.now >= $0.endDate } ?? false) else { return nobody }
            filter.status = name
        }
        guard let event else { return nobody }
        let (attendees, total) = try view.attendees.page(eventId, filter, limit: wantsCSV ? Self.exportLinesMax : request.perPage,
            offset: wantsCSV ? 0 : request.offset)
        let items = attendees.map { AttendeesAnswer.Item($0, status: $0.status.shown(at: event, now: view.now)) }
        return wantsCSV ? .csv(items) : .page(Page(items, request, total: total))
    }

    /// The status of the rows that are shown with this one; nil: none is. Throws 422 for what is not a status of a ticket.
    private func stored(_ shown: String, isOver: Bool) throws -> TicketStatus.Name? {
        if shown == Ticket.expired { return isOver ? .valid : nil }
        guard let name = TicketStatus.Name(rawValue: shown) else { throw Rejection.invalid(["status": ["is not a status of a ticket"]]) }
        return name == .valid && isOver ? nil : name
    }
}

/// A page of attendees, or all of them as a table.
package enum AttendeesAnswer: AnswerShape, Sendable {
    case page(Page<Item>)
    case csv([Item])

    package struct Item: Encodable, Sendable {
        let attendee: AttendeeStore.Attendee
        /// As people read it.
        let status: String
        init(_ attendee: AttendeeStore.Attendee, status: String) { (self.attendee, self.status) = (attendee, status) }

        enum Key: String, CodingKey, CaseIterable {
            case ticketId, serial, attendeeName, ticketType, status, orderNumber, purchasedAt, checkedInAt
        }
        var checkedInAt: Timestamp? { attendee.firstEntry?.wholeSeconds }
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(attendee.ticketId, forKey: .ticketId)
            try container.encode(attendee.serial, forKey: .serial)
            try container.encode(attendee.name, forKey: .attendeeName)
            try container.encode(attendee.typeName, forKey: .ticketType)
            try container.encode(status, forKey: .status)
            try container.encode(attendee.orderNumber, forKey: .orderNumber)
            try container.encode(attendee.purchasedAt.wholeSeconds, forKey: .purchasedAt)
            try container.encode(checkedInAt, forKey: .checkedInAt)
        }
        var cells: [String] {
            [attendee.ticketId.rawValue, attendee.serial, attendee.name, attendee.typeName, status, attendee.orderNumber,
             attendee.purchasedAt.wholeSeconds.description, checkedInAt?.description ?? ""]
        }
    }

    package func reply() throws -> Reply {
        switch self {
        case .page(let page): return Reply(status: 200, body: try JSON.encode(page))
        case .csv(let items):
            let lines = [Item.Key.allCases.map(\.rawValue)] + items.map(\.cells)
            return Reply(status: 200, body: Array(CSV.text(lines).utf8), contentType: "text/csv; charset=utf-8",
                         cacheControl: "private, no-store")
        }
    }
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .page(let page): try page.encode(to: encoder)
        case .csv(let items): try items.encode(to: encoder)
        }
    }
}
