import Contracts
import ServiceKit

extension Feature {
    /// What orders of fuel notify customers and dispatchers of.
    static let fuelOrderNews = Feature(
        "fuel-order-news",
        migrations: [CreateMarketingConsents.self],
        reactions: [
            OnFuelOrderScheduled.self, OnFuelOrderRescheduled.self, OnFuelOrderAssigned.self, OnFuelDriverEnRoute.self,
            OnFuelDriverArrived.self, OnFuelOrderCompleted.self, OnReceiptIssued.self, OnFuelOrderCancelled.self, OnFuelOrderFailed.self,
            OnFuelDoorReminderDue.self, OnFuelPaymentUpdated.self, OnBalanceDue.self, OnFuelOrderRefunded.self, OnAssignmentOverdue.self,
        ])
}
