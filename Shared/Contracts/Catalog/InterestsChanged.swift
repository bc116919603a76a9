import Kernel

/// Somebody said how far they go for an event, and whether friends may hear where they go. Where they are stays with the catalog.
public struct InterestsChanged: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.interests-changed.v1"
    public let userId: User.ID
    public let maxTravelDistanceKm: Double
    /// Nil: told before this could be said; nothing is shared.
    public let shareAttendance: Bool?
    public var subject: String { "users/\(userId)" }
    public init(userId: User.ID, maxTravelDistanceKm: Double, shareAttendance: Bool? = nil) {
        (self.userId, self.maxTravelDistanceKm, self.shareAttendance) = (userId, maxTravelDistanceKm, shareAttendance)
    }
}
