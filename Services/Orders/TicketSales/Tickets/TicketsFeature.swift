import Contracts
import ServiceKit

extension Feature {
    /// Tickets and their codes.
    static let tickets = Feature(
        "tickets",
        commands: [ReissueTicket.self, BlockTicket.self, UnblockTicket.self],
        queries: [TicketDetails.self, TicketsOfHolder.self, TicketImage.self, TicketKeys.self],
        publishes: [TicketReissued.self],
        routes: TicketRoutes.all,
        texts: [TicketTexts.all],
        signingKeys: [TicketCode.keyUse])
}
