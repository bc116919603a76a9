import Contracts
import Kernel

/// Who may be offered a job (R6). Asked by the dispatcher alone.
package enum OfferRules {
    /// Whether a courier who is not asked about distance could take the job.
    package static func mayTake(_ courier: Courier, _ job: Delivery, _ settings: DeliverySettings) -> Bool {
        courier.status == .approved && courier.hasRole && courier.isOnline && courier.activeJobs < settings.activeJobsMax
            && courier.id != job.customer && courier.id != job.pickup.owner && isWithinCash(courier, job, settings)
    }

    /// Cash of jobs under way does not count.
    package static func isWithinCash(_ courier: Courier, _ job: Delivery, _ settings: DeliverySettings) -> Bool {
        guard let cash = job.cash else { return true }
        let (sum, overflow) = courier.cashInHand.addingReportingOverflow(cash.amount)
        return !overflow && sum <= settings.cashInHandMax
    }

    /// Metres to the restaurant, if the courier is near enough.
    package static func distance(_ courier: Courier, _ job: Delivery, _ settings: DeliverySettings) -> Double? {
        guard let meters = courier.position?.location.meters(to: job.pickup.location), meters <= Double(settings.radiusMeters) else {
            return nil
        }
        return meters
    }

    package static func isEligible(_ courier: Courier, _ job: Delivery, declinedSearch: Int?, _ settings: DeliverySettings) -> Bool {
        mayTake(courier, job, settings) && distance(courier, job, settings) != nil && declinedSearch != job.search
    }

    /// The eligible couriers, nearest first; of two at one place the one with the lower id.
    package static func nearest(_ couriers: [Courier], to job: Delivery, declined: Set<User.ID>,
                                _ settings: DeliverySettings) -> [(courier: Courier, meters: Double)] {
        couriers.compactMap { courier -> (courier: Courier, meters: Double)? in
            guard !declined.contains(courier.id), mayTake(courier, job, settings),
                  let meters = distance(courier, job, settings) else { return nil }
            return (courier, meters)
        }.sorted { ($0.meters, $0.courier.id) < ($1.meters, $1.courier.id) }
    }
}
