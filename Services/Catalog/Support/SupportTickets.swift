import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /support/tickets`: one's own, newest first; `?all=true`: everybody's, for agents.
package struct SupportTickets: Query {
    package static let type: MessageType = "catalog.support-tickets.v1"
    let all: Bool?
    let status: String?
    let page: Int?
    let perPage: Int?
    /// Texts of a page beyond this are left out or cut: the ticket itself shows them. The opening one always stands.
    private static let textBytesMax = 512 << 10
    private static let openingBytesMin = 2 << 10

    package func answer(in view: CatalogView) throws -> Page<SupportTicketAnswer> {
        let access = try view.supportAccess()
        if all == true { try access.requireAgent() }
        let state = try status.map { text in
            guard let state = SupportStatus(rawValue: text) else {
                throw Rejection.invalid(["status": ["must be one of \(SupportStatus.allCases.map(\.rawValue).joined(separator: ", "))"]])
            }
            return state
        }
        let request = try PageRequest(page: page, perPage: perPage)
        let found = try view.support.page(of: all == true ? nil : access.userID, in: state, limit: request.perPage, offset: request.offset)
        var bytesLeft = Self.textBytesMax
        let openings = try found.tickets.map { ticket -> [SupportTicket.Message] in
            guard let opening = try view.support.opening(of: ticket.id) else { return [] }
            let shown = opening.shortened(toBytes: max(bytesLeft, Self.openingBytesMin))
            bytesLeft -= shown.body.utf8.count
            return [shown]
        }
        let answers = try zip(found.tickets, openings).map { ticket, opening in
            guard bytesLeft > 0 else { return SupportTicketAnswer(ticket, opening) }
            let messages = try view.support.messages(of: ticket.id)
            bytesLeft -= messages.dropFirst().reduce(0) { $0 + $1.body.utf8.count }
            return SupportTicketAnswer(ticket, messages)
        }
        return Page(answers, request, total: found.total)
    }
}
