import Kernel

/// Seeding: somebody rated an event.
public struct ImportRating: Message, Equatable {
    public static let type: MessageType = "catalog.import-rating.v1"
    public let eventId: EventID
    public let userId: User.ID
    public let stars: Int
    public let review: String?
    /// The ticket was checked in.
    public let attended: Bool
    public let at: Timestamp
    public init(eventId: EventID, userId: User.ID, stars: Int, review: String? = nil, attended: Bool, at: Timestamp) {
        (self.eventId, self.userId, self.stars, self.review, self.attended, self.at) = (eventId, userId, stars, review, attended, at)
    }
}
