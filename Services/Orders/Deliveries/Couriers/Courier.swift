import Contracts
import Kernel

/// Somebody who rides. The id is that of the account.
package struct Courier: Sendable, Equatable {
    package enum Status: String, Codable, Sendable, CaseIterable { case pending, approved, suspended }
    package enum Vehicle: String, Codable, Sendable, CaseIterable { case car, motorcycle, bicycle }

    package let id: User.ID
    package var status: Status = .pending
    /// The account has the role now.
    package var hasRole = true
    package var vehicle: Vehicle?
    package var plate: String?
    package var isOnline = false
    /// The last one; nil: none, or it is forgotten.
    package var position: CourierPosition?
    /// When watchers of an order last saw the courier move.
    package var shownAt: Timestamp?
    /// The last command or position that was taken.
    package var actedAt: Timestamp
    /// The silence that the staff was told of.
    package var silentSince: Timestamp?
    package var activeJobs = 0
    /// Minor units of the tenant's currency.
    package var cashInHand = 0
    /// When the last job ended.
    package var freedAt: Timestamp?
    /// Stars of customers.
    package var ratingSum = 0
    package var ratingCount = 0
    package let createdAt: Timestamp

    /// Tenths of a star, rounded half up; nil: nobody has rated the courier.
    package var ratingTenths: Int? { ratingCount > 0 ? (20 * ratingSum + ratingCount) / (2 * ratingCount) : nil }

    package init(id: User.ID, createdAt: Timestamp) { (self.id, self.actedAt, self.createdAt) = (id, createdAt, createdAt) }
}

/// Where a courier was, by his own clock.
package struct CourierPosition: Sendable, Equatable {
    package let location: GeoPoint
    package let at: Timestamp
    package init(location: GeoPoint, at: Timestamp) { (self.location, self.at) = (location, at) }
}
