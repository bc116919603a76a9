import Kernel

/// A period of membership was cancelled.
public struct MembershipCancelled: DomainEvent, Equatable {
    public static let type: MessageType = "orders.membership-cancelled.v1"
    public let userId: User.ID
    public let subscriptionId: Int
    /// The last day it would have had.
    public let endDate: CalendarDate
    /// A code: `voided`, `erased`, `refunded`, `cancelled`. A person's own text stays in orders.
    public let reason: String
    /// The last day of what remains, when something does.
    public let coverageEnd: CalendarDate?
    public var subject: String { "users/\(userId)" }
    public init(userId: User.ID, subscriptionId: Int, endDate: CalendarDate, reason: String, coverageEnd: CalendarDate? = nil) {
        self.coverageEnd = coverageEnd
        (self.userId, self.subscriptionId, self.endDate, self.reason) = (userId, subscriptionId, endDate, reason)
    }
}
