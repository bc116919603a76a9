import Kernel

/// Seeding: an order of food that ended, with a fixed id. The same one twice is one; nothing is claimed or charged and
/// nobody is notified, but its money is booked and its rating counts.
public struct ImportFoodOrder: Message, Equatable {
    public static let type: MessageType = "orders.import-food-order.v1"
    public struct Rating: Codable, Sendable, Equatable {
        /// 1 to 5.
        public let restaurantStars: Int
        public let courierStars: Int?
        public let comment: String?
        public let ratedAt: Timestamp
        public init(restaurantStars: Int, courierStars: Int? = nil, comment: String? = nil, ratedAt: Timestamp) {
            (self.restaurantStars, self.courierStars) = (restaurantStars, courierStars)
            (self.comment, self.ratedAt) = (comment, ratedAt)
        }
    }
    public let orderId: OrderID
    public let customerId: User.ID
    /// What the review is signed with if the order comes before the news of the account.
    public let customerName: String?
    /// Who brought it. Absent: it was cancelled by its customer before anybody accepted it.
    public let courierId: User.ID?
    public let restaurant: QuoteClaimed.Restaurant
    public let content: QuoteContent
    public let addressLine: String
    public let placedAt: Timestamp
    public let endedAt: Timestamp
    public let rating: Rating?
    public init(orderId: OrderID, customerId: User.ID, customerName: String? = nil, courierId: User.ID? = nil,
                restaurant: QuoteClaimed.Restaurant, content: QuoteContent, addressLine: String, placedAt: Timestamp, endedAt: Timestamp,
                rating: Rating? = nil) {
        (self.orderId, self.customerId, self.customerName, self.courierId) = (orderId, customerId, customerName, courierId)
        (self.restaurant, self.content, self.addressLine) = (restaurant, content, addressLine)
        (self.placedAt, self.endedAt, self.rating) = (placedAt, endedAt, rating)
    }
}
