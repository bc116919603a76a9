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
    /// Texts of a page beyond this are left out: the ticket itself shows them.
    private static let textBytesMax = 512 << 10

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
        let answers = try found.tickets.map { ticket in
            let messages = bytesLeft > 0 ? try view.support.messages(of: ticket.id) : []
            bytesLeft -= messages.reduce(0) { $0 + $1.body.utf8.count }
            return SupportTicketAnswer(ticket, messages)
        }
        return Page(answers, request, total: found.total)
    }
}
