import Contracts
import ServiceKit

extension Feature {
    /// People who ride: their approval, when they work, where they are, what they earn.
    package static func couriers<Order: DeliveredOrder>(of _: Order.Type) -> Feature {
        Feature(
            "couriers",
            commands: [
                ChangeCourier<Order>.self, SetAvailability<Order>.self, RecordPosition<Order>.self, ApproveCourier<Order>.self,
                SuspendCourier<Order>.self, ImportCourier.self,
            ],
            timers: [EndSilence<Order>.self, ForgetPosition.self],
            reactions: [
                OnUserRegistered<Order>.self, OnRolesChanged<Order>.self, OnUserErased<Order>.self, OnCourierCashSettled<Order>.self,
            ],
            queries: [CourierProfile.self, AllCouriers.self, EarningsOfCourier.self],
            publishes: [
                CourierWentOnline.self, CourierWentOffline.self, CourierMoved.self, CourierApproved.self, CourierSuspended.self,
                CourierSilent.self,
            ],
            routes: CourierRoutes<Order>.all)
    }
}
