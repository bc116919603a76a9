import Contracts
import Kernel
import OrdersDeliveries

/// When an order arrives (R8).
package enum FoodEstimates {
    /// From the ready time to the courier's leaving.
    static let handover: Duration = .minutes(5)
    static let atTheDoor: Duration = .minutes(2)

    /// Nil once the order is cancelled. Compared with now when it is read.
    package static func deliveryAt(of order: FoodOrder) -> Timestamp? {
        switch order.status {
        case .cancelled: return nil
        case .delivered: return order.endedAt
        case .pending: return (order.times.releasedAt ?? order.createdAt) + .minutes(bounded(order.content.etaMinutes.max))
        case .accepted, .preparing, .ready: return beforePickup(order)
        case .outForDelivery:
            let destination = order.content.location
            guard let position = order.delivery?.position, let at = order.delivery?.positionAt else {
                // Nobody knows where the courier is: he left the restaurant when he picked it up.
                let ride = CourierTravel.minutes(order.restaurant.location, destination)
                return order.times.pickedUpAt.map { $0 + .minutes(ride) + atTheDoor }
            }
            return at + .minutes(CourierTravel.minutes(position, destination)) + atTheDoor
        }
    }

    private static func beforePickup(_ order: FoodOrder) -> Timestamp? {
        guard let ready = order.times.readyAt ?? order.times.estimatedReadyAt else { return nil }
        var leaves = ready
        if order.delivery?.courier != nil, let position = order.delivery?.position, let at = order.delivery?.positionAt {
            leaves = max(ready, at + .minutes(CourierTravel.minutes(position, order.restaurant.location)))
        }
        return leaves + handover + .minutes(CourierTravel.minutes(order.restaurant.location, order.content.location))
    }
    private static func bounded(_ minutes: Int) -> Int { min(max(0, minutes), 100_000) }
}
