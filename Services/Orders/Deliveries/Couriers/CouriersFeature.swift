import Contracts
import ServiceKit

extension Feature {
    /// People who ride: their approval, when they work, where they are, what they earn.
    package static func couriers<Order: DeliveredOrder>(of _: Order.Type) -> Feature {
        Feature(
            "couriers",
            timers: [EndSilence<Order>.self, ForgetPosition.self],
            publishes: [
                CourierWentOnline.self, CourierWentOffline.self, CourierMoved.self, CourierApproved.self, CourierSuspended.self,
                CourierSilent.self,
            ])
    }
}
