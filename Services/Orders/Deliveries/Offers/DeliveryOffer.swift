import Contracts
import Kernel

/// What a courier has to do with a job that he does not have: offered now, once, or not wanted.
package struct DeliveryOffer: Sendable, Equatable {
    package let job: OrderID
    package let courier: User.ID
    package var isLive: Bool
    /// Nil: open.
    package var expiresAt: Timestamp?
    package var offeredAt: Timestamp
    /// The number of the search in which the courier does not want the job.
    package var declinedSearch: Int?
    /// The courier has the job, or had it once.
    package var hadJob = false

    package func isLive(at now: Timestamp) -> Bool { isLive && expiresAt.map { now < $0 } ?? true }

    /// Why an offer ended, as couriers see it.
    package enum End: String, Sendable { case declined, expired, claimed, cancelled, offline }
}
