import Kernel

/// Some days are like the others again.
public struct OverrideRemoved: DomainEvent, Equatable {
    public static let type: MessageType = "scheduling.override-removed.v1"
    public let artistId: User.ID
    /// Of the rows it is about.
    public let ids: [Int]
    public var subject: String { "calendars/\(artistId)" }
    public init(artistId: User.ID, ids: [Int]) { (self.artistId, self.ids) = (artistId, ids) }
}
