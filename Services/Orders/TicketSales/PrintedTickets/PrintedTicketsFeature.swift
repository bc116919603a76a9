import Contracts
import ServiceKit

extension Feature {
    /// Tickets on paper.
    static let printedTickets = Feature(
        "printed-tickets",
        queries: [TicketPDF.self],
        routes: PrintedTicketRoutes.all,
        texts: [PrintedTicketTexts.all])
}
