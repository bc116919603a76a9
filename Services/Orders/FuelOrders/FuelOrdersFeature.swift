import Contracts
import ServiceKit

extension Feature {
    /// Orders of fuel: placing, paying, moving, cancelling, and what becomes of them.
    package static let fuelOrders = Feature(
        "fuel-orders",
        migrations: [CreateFuelOrders.self, IndexFuelOrders.self],
        commands: [
            PlaceFuelOrder.self, CancelFuelOrder.self, MoveFuelOrder.self, TipFuelDriver.self, PayFuelOrder.self, ImportFuelOrder.self,
        ],
        timers: [FuelClaimOverdue.self, FuelTimerDue.self],
        reactions: [OnWindowClaimed.self, OnWindowRefused.self, OnWindowClaimExpired.self],
        queries: [FuelOrderDetails.self, FuelOrderList.self, TrackFuelOrder.self],
        publishes: [
            FuelOrderPlaced.self, OrderScheduled.self, OrderRescheduled.self, OrderAssigned.self, OrderUnassigned.self,
            DriverEnRoute.self, DriverArrived.self, FuelingStarted.self, FuelOrderCompleted.self, FuelOrderCancelled.self,
            OrderFailed.self, BalanceDue.self, AssignmentOverdue.self, FuelDoorReminderDue.self, FuelOrderRefunded.self,
            FuelTipPaid.self, FuelStatusChanged.self, FuelOrderUpdated.self, FuelPaymentUpdated.self,
        ],
        routes: FuelOrderRoutes.all,
        live: FuelOrderTopics.all,
        plugins: [FuelSale.plugin],
        texts: [FuelOrderTexts.all])
}
