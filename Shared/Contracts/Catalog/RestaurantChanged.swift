import Kernel

/// A restaurant as it is now, after something about it changed. A state that ends by itself ends at `until`, without another event being
/// needed to know that.
public struct RestaurantChanged: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.restaurant-changed.v1"

    /// What changed, for those who notify people.
    public enum Change: String, Codable, Sendable {
        case created, edited, approved, suspended
        /// Its owner set how busy it is, or that time ended.
        case availability
        /// The platform paused it: orders were not accepted in time.
        case paused
        case commission, rated
    }

    public let restaurantId: RestaurantID
    public let change: Change
    public let ownerId: User.ID
    public let slug: String
    /// By language.
    public let names: [String: String]
    /// `draft`, `active`, `suspended`.
    public let status: String
    /// `normal`, `busy`, `paused`; from `until` on `normal`.
    public let mode: String
    /// What `busy` adds to the preparation; 0 in other modes.
    public let extraMinutes: Int
    public let until: Timestamp?
    public let prepMinutes: Int
    public let commissionBasisPoints: Int
    public let phone: String
    public let location: GeoPoint
    public let addressLine: String
    /// One decimal; absent: nobody rated it.
    public let rating: Double?
    public let ratingCount: Int
    /// Why it was suspended, as the staff wrote.
    public let reason: String?
    /// Imported: nobody is notified.
    public let imported: Bool?
    public var subject: String { "restaurants/\(restaurantId)" }

    public init(restaurantId: RestaurantID, change: Change, ownerId: User.ID, slug: String, names: [String: String], status: String,
                mode: String, extraMinutes: Int, until: Timestamp?, prepMinutes: Int, commissionBasisPoints: Int, phone: String,
                location: GeoPoint, addressLine: String, rating: Double?, ratingCount: Int, reason: String? = nil, imported: Bool? = nil) {
        (self.restaurantId, self.change, self.ownerId, self.slug, self.names) = (restaurantId, change, ownerId, slug, names)
        (self.status, self.mode, self.extraMinutes, self.until) = (status, mode, extraMinutes, until)
        (self.prepMinutes, self.commissionBasisPoints, self.phone) = (prepMinutes, commissionBasisPoints, phone)
        (self.location, self.addressLine, self.rating, self.ratingCount) = (location, addressLine, rating, ratingCount)
        (self.reason, self.imported) = (reason, imported)
    }
}
