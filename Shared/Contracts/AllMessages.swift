import Kernel

/// Every message that travels between services or comes from the platform: what golden files and documents are made for. A test finds the ones that are missing here.
public enum AllMessages {
    public static let types: [any Message.Type] = [
        AdvanceClock.self, ApplyTenant.self, CancelIntent.self, CheckInRefused.self, ClaimConfirmRefused.self, ClaimConfirmed.self, ClaimExpired.self,
        ClaimRefused.self, ClaimReleased.self, ClaimTickets.self, ConfirmClaim.self, ContactVerified.self, CreateIntent.self, EarningsReleased.self,
        EventCancellationCompleted.self, EventCancelled.self, EventEnded.self, EventFavorited.self, EventPublished.self, EventRated.self,
        EventRestored.self, EventStarted.self, EventUpdated.self, EventViewed.self, ExtendClaim.self, ImportAccount.self, ImportEvent.self,
        ImportFavorite.self, ImportFollow.self, ImportInterests.self, ImportOrder.self, ImportRating.self,
        ImportWaitlistEntry.self, ImportWallet.self, IntentCreated.self,
        InventoryLow.self, NotificationCreated.self, OneTimeCodeIssued.self, OrderAwaitingPayment.self, OrderCancelled.self, OrderCompleted.self,
        OrderExpired.self, OrderPlaced.self, OrderRefunded.self, OrganizerFollowed.self, PasswordChanged.self, PaymentCanceled.self,
        PaymentFailed.self, PaymentMismatch.self, PaymentRequiresAction.self, PaymentStarted.self, PaymentSucceeded.self, PublishedKey.self,
        PushTokenChanged.self, RefundFailed.self, RefundPayment.self, RefundSucceeded.self, ReleaseClaim.self, ReminderDue.self, ReportFiled.self,
        Republish.self, ReturnStock.self, RolesChanged.self, SealingKeyPublished.self, SessionRefreshed.self, SessionRevoked.self,
        SessionStarted.self, SetBirthDate.self, TicketCheckedIn.self, TicketCheckedOut.self, TicketReissued.self, TicketTypeSoldOut.self,
        TicketsCancelled.self, TicketsClaimed.self, TicketsIssued.self, UserErased.self, UserRegistered.self, UserUpdated.self,
        WaitlistOfferExpired.self, WaitlistOffered.self, WithdrawalFailed.self,
        WithdrawalRequested.self, WithdrawalSettled.self,
    ]
}
