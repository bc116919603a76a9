import Kernel

/// Somebody paid for a period of membership.
public struct MembershipActivated: DomainEvent, Equatable {
    public static let type: MessageType = "orders.membership-activated.v1"
    public let subscriptionId: Int
    /// Sold for cash at a shop.
    public let activationId: String?
    /// Ordered in the app.
    public let orderId: OrderID?
    public let userId: User.ID
    public let shopId: Int?
    /// `vendor`, `in_app`.
    public let source: String
    public let months: Int
    /// Local dates, both inclusive.
    public let startDate: CalendarDate
    public let endDate: CalendarDate
    /// The last day of all periods that follow each other.
    public let coverageEnd: CalendarDate
    public let amount: Money
    /// When it was sold, where that was not now.
    public let at: Timestamp?
    /// Imported with its history: nobody is notified.
    public let imported: Bool?
    public var subject: String { "users/\(userId)" }
    public init(subscriptionId: Int, activationId: String? = nil, orderId: OrderID? = nil, userId: User.ID, shopId: Int? = nil,
                source: String,
                months: Int, startDate: CalendarDate, endDate: CalendarDate, coverageEnd: CalendarDate, amount: Money, at: Timestamp? = nil,
                imported: Bool? = nil) {
        (self.subscriptionId, self.activationId, self.orderId) = (subscriptionId, activationId, orderId)
        (self.userId, self.shopId, self.source) = (userId, shopId, source)
        (self.months, self.startDate, self.endDate, self.coverageEnd, self.amount, self.at) =
            (months, startDate, endDate, coverageEnd, amount, at)
        self.imported = imported
    }
}
