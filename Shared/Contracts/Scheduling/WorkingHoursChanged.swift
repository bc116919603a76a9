import Kernel

/// A week has other hours; all its rows.
public struct WorkingHoursChanged: DomainEvent, Equatable {
    public static let type: MessageType = "scheduling.working-hours-changed.v1"
    public let artistId: User.ID
    /// Of the rows it is about.
    public let ids: [Int]
    public var subject: String { "calendars/\(artistId)" }
    public init(artistId: User.ID, ids: [Int]) { (self.artistId, self.ids) = (artistId, ids) }
}
