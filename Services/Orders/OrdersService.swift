import Contracts
import Kernel
import ServiceKit

/// Orders and what they leave behind: tickets, codes, refunds. The order is the process; what differs between apps is an `OrderWorkflow`.
public enum Orders: PlatformService {
    public typealias Transaction = OrdersTransaction
    public typealias View = OrdersView
    public static let name: ServiceName = "orders"

    public static let contents = ServiceContents<OrdersTransaction, OrdersView>(
        migrations: [CreateOrders.self, AddEventCancellation.self, AddDoor.self, CreateMemberships.self, AddDismissedStaff.self,
                     AddRefundedMemberships.self, CreateRefundReasons.self],
        commands: [
            PlaceTicketOrder.self, CancelOrder.self, AnswerOverdue.self, RequestRefund.self, UndoOrdersOfErased.self, CancelEventOrders.self, CloseCancellation.self, ImportOrder.self,
            KeepRefundReason.self,
            ReissueTicket.self, BlockTicket.self, UnblockTicket.self,
            GrantScanner.self, RevokeScanner.self, ImportGate.self, AddGate.self, ChangeGate.self, RemoveGate.self, CheckInTicket.self,
            ScanCode.self, ActivateMembership.self, VoidActivation.self, RedeemDiscount.self, VoidRedemption.self, UploadVisits.self, RotateCard.self,
            OrderMembership.self, CancelMembershipOrder.self, NoteInterest.self, CancelSubscription.self, ExpireSubscription.self, RemindMember.self,
            TellCashAgain.self, ImportMembership.self,
        ],
        reactions: [
            OnTicketsClaimed.self, OnClaimRefused.self, OnClaimConfirmed.self, OnClaimConfirmRefused.self, OnClaimExpired.self, OnClaimReleased.self,
            OnIntentCreated.self, OnPaymentStarted.self, OnPaymentRequiresAction.self, OnPaymentSucceeded.self, OnPaymentFailed.self, OnPaymentCanceled.self,
            OnRefundSucceeded.self, OnRefundFailed.self,
            OnEventPublished.self, OnEventUpdated.self, OnEventCancelled.self,
            OnUserRegistered.self, OnUserUpdated.self, OnUserErased.self, OnPasswordChanged.self, OnRolesChanged.self,
            OnListingPublished.self, OnListingUpdated.self, OnListingWithdrawn.self, OnCampaignPublished.self, OnCampaignCancelled.self,
            OnCashRecorded.self, OnCashVoided.self,
        ],
        queries: [
            OrderDetails.self, OrdersOfBuyer.self, RefundsOfOrder.self, TicketDetails.self, TicketsOfHolder.self, TicketImage.self, TicketKeys.self,
            EventCancellationReport.self, EventStaff.self, EventGates.self, CheckInEvents.self, CheckInLog.self, CheckInStats.self, EventAttendees.self,
            MembershipStatus.self, MembershipHistory.self, Plans.self, MemberCard.self, CardProof.self, CardKeys.self, MembershipOrderDetails.self,
            HomeStats.self, RedemptionsOfMember.self, ActivationsOfShop.self, RedemptionsOfShop.self,
        ],
        publishes: [
            OrderPlaced.self, OrderAwaitingPayment.self, OrderCompleted.self, OrderExpired.self, OrderCancelled.self, OrderRefunded.self, PaymentMismatch.self,
            TicketsIssued.self, TicketsCancelled.self, TicketReissued.self, EventCancellationCompleted.self,
            TicketCheckedIn.self, TicketCheckedOut.self, CheckInRefused.self,
            MembershipActivated.self, MembershipExpiring.self, MembershipExpired.self, MembershipCancelled.self, ActivationVoided.self,
            RedemptionRecorded.self, RedemptionVoided.self, ScanRefused.self, CashUnconfirmed.self, InAppPaymentWanted.self,
        ],
        routes: OrderRoutes.all + TicketRoutes.all + DoorRoutes.all + MembershipRoutes.all,
        live: OrderTopics.all + MembershipTopics.all,
        plugins: OrderWorkflows.all.map { workflow in PluginDeclaration(workflow.name, reads: workflow.reads) { workflow.problems(in: $0, of: $1) } },
        texts: [TicketSaleTexts.all, TicketTexts.all, CheckInTexts.all, MembershipTexts.all],
        signingKeys: [TicketCode.keyUse])
}
