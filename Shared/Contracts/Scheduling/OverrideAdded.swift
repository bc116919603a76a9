import Kernel

/// Some days differ from the week.
public struct OverrideAdded: DomainEvent, Equatable {
    public static let type: MessageType = "scheduling.override-added.v1"
    public let providerId: User.ID
    /// Of the rows it is about.
    public let ids: [Int]
    public var subject: String { "calendars/\(providerId)" }
    public init(providerId: User.ID, ids: [Int]) { (self.providerId, self.ids) = (providerId, ids) }
}
