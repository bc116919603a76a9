import Kernel

/// Some days differ from the week.
public struct OverrideAdded: DomainEvent, Equatable {
    public static let type: MessageType = "scheduling.override-added.v1"
    public let artistId: User.ID
    /// Of the rows it is about.
    public let ids: [Int]
    public var subject: String { "calendars/\(artistId)" }
    public init(artistId: User.ID, ids: [Int]) { (self.artistId, self.ids) = (artistId, ids) }
}
