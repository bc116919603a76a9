import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A ticket to print or to send on, for its holder.
package struct TicketPDF: Query {
    package static let type: MessageType = "orders.ticket-pdf.v1"
    package let ticketId: TicketID
    /// The paper: `a4`, `a5` (also if absent), `a6`.
    package let size: String?

    package func answer(in view: OrdersView) throws -> Binary {
        _ = try view.user()
        guard let paper = PaperSize(rawValue: size ?? PaperSize.a5.rawValue) else {
            throw Rejection.invalid(["size": ["must be a4, a5 or a6"]])
        }
        let ticket = try view.activeTicket(ticketId)
        var maker = view.answerMaker()
        let shown = try maker.answer(ticket)
        let sheet = TicketSheet(
            appName: view.definition.name, event: shown.event.event, attendeeName: shown.attendeeName, typeName: ticket.typeName,
            serial: ticket.serial, price: ticket.price, payload: try view.signer.code(of: ticket),
            zone: try TimeZoneRules.named(view.definition.timezone),
            words: .of(view.languages))
        return Binary(try sheet.pdf(on: paper), contentType: "application/pdf", cacheControl: "private, no-store",
                      fileName: "\(ticket.serial).pdf")
    }
}
