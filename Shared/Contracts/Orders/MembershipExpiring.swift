import Kernel

/// A membership ends soon.
public struct MembershipExpiring: DomainEvent, Equatable {
    public static let type: MessageType = "orders.membership-expiring.v1"
    public let userId: User.ID
    /// The last period.
    public let subscriptionId: Int
    /// The last day of the membership.
    public let endDate: CalendarDate
    public let daysLeft: Int
    public var subject: String { "users/\(userId)" }
    public init(userId: User.ID, subscriptionId: Int, endDate: CalendarDate, daysLeft: Int) {
        (self.userId, self.subscriptionId, self.endDate, self.daysLeft) = (userId, subscriptionId, endDate, daysLeft)
    }
}
