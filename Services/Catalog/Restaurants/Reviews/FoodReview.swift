import Contracts
import Kernel

/// What a customer says of a delivered order.
struct FoodReview: Sendable, Equatable {
    let id: String
    let restaurantID: RestaurantID
    let orderID: OrderID
    let customerID: User.ID?
    /// The first name; nil: the account is gone.
    var customerName: String?
    var stars: Int
    var comment: String?
    var reply: String?
    /// Comment and reply are shown to moderators only.
    var isHidden: Bool
    let createdAt: Timestamp

    /// What an account that is gone is called.
    static let erasedName = "محذوف"
}

/// A review as somebody sees it.
struct ShownReview: Encodable, Sendable {
    private let id: String
    private let stars: Int
    private let comment: String?
    private let customerName: String
    private let reply: String?
    private let at: Timestamp
    private let hidden: Bool?

    init(_ review: FoodReview, toModerator: Bool) {
        let isShown = !review.isHidden || toModerator
        (id, stars, at) = (review.id, review.stars, review.createdAt.wholeSeconds)
        (comment, reply) = isShown ? (review.comment, review.reply) : (nil, nil)
        customerName = review.customerName ?? FoodReview.erasedName
        hidden = toModerator ? review.isHidden : nil
    }

    private enum Key: String, CodingKey { case id, stars, comment, customerName, reply, at, hidden }
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(id, forKey: .id)
        try values.encode(stars, forKey: .stars)
        try values.encode(comment, forKey: .comment)
        try values.encode(customerName, forKey: .customerName)
        try values.encode(reply, forKey: .reply)
        try values.encode(at, forKey: .at)
        try values.encodeIfPresent(hidden, forKey: .hidden)
    }
}
