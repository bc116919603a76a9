import Kernel

/// A week has other hours; all its rows.
public struct WorkingHoursChanged: DomainEvent, Equatable {
    public static let type: MessageType = "scheduling.working-hours-changed.v1"
    public let providerId: User.ID
    /// Of the rows it is about.
    public let ids: [Int]
    public var subject: String { "calendars/\(providerId)" }
    public init(providerId: User.ID, ids: [Int]) { (self.providerId, self.ids) = (providerId, ids) }
}
