import Kernel

/// Some days are like the others again.
public struct OverrideRemoved: DomainEvent, Equatable {
    public static let type: MessageType = "scheduling.override-removed.v1"
    public let providerId: User.ID
    /// Of the rows it is about.
    public let ids: [Int]
    public var subject: String { "calendars/\(providerId)" }
    public init(providerId: User.ID, ids: [Int]) { (self.providerId, self.ids) = (providerId, ids) }
}
