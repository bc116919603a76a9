import Kernel
import ServiceKit

/// Tickets on paper, over HTTP.
enum PrintedTicketRoutes {
    static let all: [Route] = [
        .get("/tickets/{ticketId}/ticket.pdf", TicketPDF.self, access: .user, plugin: TicketSale.name, action: "tickets",
             query: ["size": .oneOf(PaperSize.allCases.map(\.rawValue))],
             summary: "The ticket on one page to print (application/pdf), with its code as vectors; `size` is the paper (a5).",
             refusals: ["409 ticket-not-active"]),
    ]
}
