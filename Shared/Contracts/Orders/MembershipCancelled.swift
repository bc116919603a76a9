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
    /// The earlier period that had ended, when nothing remains.
    public let ended: EndedPeriod?
    public struct EndedPeriod: Codable, Sendable, Equatable {
        public let subscriptionId: Int
        /// Its last day.
        public let endDate: CalendarDate
        public init(subscriptionId: Int, endDate: CalendarDate) { (self.subscriptionId, self.endDate) = (subscriptionId, endDate) }
    }
    public var subject: String { "users/\(userId)" }
    public init(userId: User.ID, subscriptionId: Int, endDate: CalendarDate, reason: String, coverageEnd: CalendarDate? = nil,
                ended: EndedPeriod? = nil) {
        (self.coverageEnd, self.ended) = (coverageEnd, ended)
        (self.userId, self.subscriptionId, self.endDate, self.reason) = (userId, subscriptionId, endDate, reason)
    }
}
