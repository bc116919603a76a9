import Kernel

/// Somebody said how far they go for an event. Where they are stays with the catalog.
public struct InterestsChanged: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.interests-changed.v1"
    public let userId: User.ID
    public let maxTravelDistanceKm: Double
    public var subject: String { "users/\(userId)" }
    public init(userId: User.ID, maxTravelDistanceKm: Double) { (self.userId, self.maxTravelDistanceKm) = (userId, maxTravelDistanceKm) }
}
