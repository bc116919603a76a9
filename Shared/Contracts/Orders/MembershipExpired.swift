import Kernel

/// A period of membership is over.
public struct MembershipExpired: DomainEvent, Equatable {
    public static let type: MessageType = "orders.membership-expired.v1"
    public let userId: User.ID
    public let subscriptionId: Int
    /// Its last day.
    public let endDate: CalendarDate
    /// The last day of the membership, when another period follows.
    public let coverageEnd: CalendarDate?
    public var subject: String { "users/\(userId)" }
    public init(userId: User.ID, subscriptionId: Int, endDate: CalendarDate, coverageEnd: CalendarDate? = nil) {
        (self.userId, self.subscriptionId, self.endDate, self.coverageEnd) = (userId, subscriptionId, endDate, coverageEnd)
    }
}
