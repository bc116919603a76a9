import Kernel

/// The customer says how it was; a later one of the same order replaces the one before.
public struct OrderRated: DomainEvent, Equatable {
    public static let type: MessageType = "orders.order-rated.v1"
    public let order: FoodOrderHead
    /// 1 to 5.
    public let restaurantStars: Int
    /// 1 to 5.
    public let courierStars: Int?
    public let comment: String?
    /// The first name.
    public let customerName: String?
    /// When the order was rated for the first time.
    public let firstRatedAt: Timestamp
    public let ratedAt: Timestamp
    public var subject: String { "orders/\(order.orderId)" }
    public init(order: FoodOrderHead, restaurantStars: Int, courierStars: Int? = nil, comment: String? = nil, customerName: String? = nil,
                firstRatedAt: Timestamp, ratedAt: Timestamp) {
        self.order = order
        (self.restaurantStars, self.courierStars, self.comment, self.customerName) = (restaurantStars, courierStars, comment, customerName)
        (self.firstRatedAt, self.ratedAt) = (firstRatedAt, ratedAt)
    }

    private enum Key: String, CodingKey { case restaurantStars, courierStars, comment, customerName, firstRatedAt, ratedAt }
    public init(from decoder: any Decoder) throws {
        order = try FoodOrderHead(from: decoder)
        let values = try decoder.container(keyedBy: Key.self)
        restaurantStars = try values.decode(Int.self, forKey: .restaurantStars)
        courierStars = try values.decodeIfPresent(Int.self, forKey: .courierStars)
        comment = try values.decodeIfPresent(String.self, forKey: .comment)
        customerName = try values.decodeIfPresent(String.self, forKey: .customerName)
        firstRatedAt = try values.decode(Timestamp.self, forKey: .firstRatedAt)
        ratedAt = try values.decode(Timestamp.self, forKey: .ratedAt)
    }
    public func encode(to encoder: any Encoder) throws {
        try order.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(restaurantStars, forKey: .restaurantStars)
        try values.encodeIfPresent(courierStars, forKey: .courierStars)
        try values.encodeIfPresent(comment, forKey: .comment)
        try values.encodeIfPresent(customerName, forKey: .customerName)
        try values.encode(firstRatedAt, forKey: .firstRatedAt)
        try values.encode(ratedAt, forKey: .ratedAt)
    }
}
