import Contracts
import ServiceKit

extension Feature {
    /// Orders of tickets: the workflow, refunds, and what becomes of orders of a cancelled event.
    package static let ticketSales = Feature(
        "ticket-sales",
        migrations: [CreateOrders.self, AddEventCancellation.self, ListFromIndexes.self, RestoreEvents.self],
        commands: [
            PlaceTicketOrder.self, CancelOrder.self, RequestRefund.self, UndoOrdersOfErased.self, ImportOrder.self, CancelEventOrders.self,
        ],
        timers: [CloseCancellation.self],
        reactions: [
            OnTicketsClaimed.self, OnClaimRefused.self, OnClaimConfirmed.self, OnClaimConfirmRefused.self, OnClaimExpired.self,
            OnClaimReleased.self, OnEventCancelled.self,
        ],
        queries: [OrderDetails.self, OrdersOfBuyer.self, RefundsOfOrder.self, EventCancellationReport.self],
        publishes: [
            OrderPlaced.self, OrderAwaitingPayment.self, OrderCompleted.self, OrderExpired.self, OrderCancelled.self, OrderRefunded.self,
            PaymentMismatch.self, TicketsIssued.self, TicketsCancelled.self, EventCancellationCompleted.self,
        ],
        routes: OrderRoutes.all,
        live: OrderTopics.all,
        plugins: [TicketSale.plugin],
        texts: [TicketSaleTexts.all])
}
