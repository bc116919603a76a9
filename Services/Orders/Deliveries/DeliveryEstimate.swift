import Contracts
import Kernel

/// When an accepted order reaches its customer (R8). Asked by orders and by what they show.
package enum DeliveryEstimate {
    /// Minutes to hand over at the restaurant, and at the door.
    static let pickupMinutes = 5
    static let doorMinutes = 2

    /// Not before `now`; after the delivery its time; nil: nobody gets it.
    /// - Parameter position: of the courier of the job.
    package static func deliveryAt(_ job: Delivery, position: CourierPosition?, now: Timestamp) -> Timestamp? {
        let ready = job.readyAt ?? job.estimatedReadyAt
        let ride = job.dropoff.location.map { CourierTravel.minutes(job.pickup.location, $0) } ?? 1
        let estimate: Timestamp
        switch job.status {
        case .searching: estimate = ready + .minutes(pickupMinutes + ride)
        case .assigned, .atRestaurant:
            let there = position.map { $0.at + .minutes(CourierTravel.minutes($0.location, job.pickup.location)) } ?? ready
            estimate = max(ready, there) + .minutes(pickupMinutes + ride)
        case .pickedUp, .atCustomer:
            if let position, let door = job.dropoff.location {
                estimate = position.at + .minutes(CourierTravel.minutes(position.location, door) + doorMinutes)
            } else {
                estimate = (job.pickedUpAt ?? ready) + .minutes(ride + doorMinutes)
            }
        case .delivered: return job.endedAt
        case .failed, .cancelled: return nil
        }
        return max(estimate, now)
    }
}
