import Contracts
import Kernel
import ServiceKit

/// Orders and what they leave behind: tickets, codes, refunds. The order is the process; what differs between apps is an `OrderWorkflow`.
public enum Orders: PlatformService {
    public typealias Transaction = OrdersTransaction
    public typealias View = OrdersView
    public static let name: ServiceName = "orders"

    public static let contents = ServiceContents<OrdersTransaction, OrdersView>(
        migrations: [CreateOrders.self, AddEventCancellation.self, AddDoor.self],
        commands: [
            PlaceTicketOrder.self, CancelOrder.self, AnswerOverdue.self, RequestRefund.self, CancelEventOrders.self, CloseCancellation.self, ImportOrder.self,
            ReissueTicket.self, BlockTicket.self, UnblockTicket.self,
            GrantScanner.self, RevokeScanner.self, AddGate.self, ChangeGate.self, RemoveGate.self, CheckInTicket.self,
        ],
        reactions: [
            OnTicketsClaimed.self, OnClaimRefused.self, OnClaimConfirmed.self, OnClaimConfirmRefused.self, OnClaimExpired.self, OnClaimReleased.self,
            OnIntentCreated.self, OnPaymentStarted.self, OnPaymentRequiresAction.self, OnPaymentSucceeded.self, OnPaymentFailed.self, OnPaymentCanceled.self,
            OnRefundSucceeded.self, OnRefundFailed.self,
            OnEventPublished.self, OnEventUpdated.self, OnEventCancelled.self,
            OnUserRegistered.self, OnUserUpdated.self, OnUserErased.self,
        ],
        queries: [
            OrderDetails.self, OrdersOfBuyer.self, RefundsOfOrder.self, TicketDetails.self, TicketsOfHolder.self, TicketImage.self, TicketKeys.self,
            EventStaff.self, EventGates.self, CheckInEvents.self, CheckInLog.self, CheckInStats.self, EventAttendees.self,
        ],
        publishes: [
            OrderPlaced.self, OrderAwaitingPayment.self, OrderCompleted.self, OrderExpired.self, OrderCancelled.self, OrderRefunded.self, PaymentMismatch.self,
            TicketsIssued.self, TicketsCancelled.self, TicketReissued.self, EventCancellationCompleted.self,
            TicketCheckedIn.self, TicketCheckedOut.self, CheckInRefused.self,
        ],
        routes: OrderRoutes.all + TicketRoutes.all + DoorRoutes.all,
        plugins: OrderWorkflows.all.map { workflow in PluginDeclaration(workflow.name) { workflow.problems(in: $0, of: $1) } },
        signingKeys: [TicketCode.keyUse])
}
