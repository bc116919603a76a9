import Contracts
import ServiceKit

extension Feature {
    /// What events, orders of tickets and friends tell people.
    static let ticketNews = Feature(
        "ticket-news",
        migrations: [CreateTravel.self, CreateFriends.self, KnowRefundedTickets.self],
        timers: [MoveExpiryWarnings.self],
        reactions: [
            OnOrderAwaitingPayment.self, OnOrderCompleted.self, OnOrderExpired.self, OnOrderCancelled.self, OnTicketsIssued.self,
            OnTicketsCancelled.self, OnTicketCheckedIn.self, OnCheckInConflict.self, OnOrderRefunded.self,
            OnEventCancellationCompleted.self,
            OnPaymentStarted.self, OnPaymentFailed.self, OnPaymentRequiresAction.self, OnRefundFailed.self, OnWithdrawalSettled.self,
            OnWithdrawalFailed.self, OnReminderDue.self, OnEventPublished.self, OnEventUpdated.self, OnEventStarted.self,
            OnEventEnded.self, OnEventRestored.self, OnEventCancelled.self, OnInventoryLow.self, OnWaitlistOffered.self,
            OnEventFavorited.self, OnOrganizerFollowed.self, OnInterestsChanged.self, OnEventsSuggested.self, OnFriendshipMade.self,
            OnFriendshipEnded.self, OnSalesOpening.self, OnTransferOffered.self, OnTicketTransferred.self,
        ],
        texts: [TicketTexts.all])
}
