import Contracts
import ServiceKit

extension Feature {
    /// Tickets that their holders hand over to others.
    static let transfers = Feature(
        "transfers",
        migrations: [CreateTransfers.self],
        commands: [
            OfferTicket.self, AcceptTransfer.self, DeclineTransfer.self, CancelTransfer.self, CancelReceivedTickets.self,
            SetHolderBirthDate.self,
        ],
        reactions: [OnUserRegistered.self, OnUserUpdated.self, OnContactVerified.self, OnUserErased.self],
        queries: [TransfersOfUser.self],
        publishes: [TransferOffered.self, TicketTransferred.self, TicketsCancelled.self],
        routes: TransferRoutes.all,
        texts: [TransferTexts.all],
        sealsTo: ["notifications"])
}
