import Kernel

/// A user set how far they travel for an event and whether friends may see where they go. Their location stays with the
/// catalog.
public struct InterestsChanged: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.interests-changed.v1"
    public let userId: User.ID
    public let maxTravelDistanceKm: Double
    /// Nil: published by an older release; nothing is shared.
    public let shareAttendance: Bool?
    public var subject: String { "users/\(userId)" }
    public init(userId: User.ID, maxTravelDistanceKm: Double, shareAttendance: Bool? = nil) {
        (self.userId, self.maxTravelDistanceKm, self.shareAttendance) = (userId, maxTravelDistanceKm, shareAttendance)
    }
}
