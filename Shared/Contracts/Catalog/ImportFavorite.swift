import Kernel

/// Seeding: somebody likes an event.
public struct ImportFavorite: Message, Equatable {
    public static let type: MessageType = "catalog.import-favorite.v1"
    public let userId: User.ID
    public let eventId: EventID
    public let at: Timestamp?
    public init(userId: User.ID, eventId: EventID, at: Timestamp? = nil) { (self.userId, self.eventId, self.at) = (userId, eventId, at) }
}
