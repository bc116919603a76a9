import Kernel

// What a food order does not allow.
extension Rejection {
    static func invalidTransition(_ order: FoodOrder) -> Rejection {
        .conflict("invalid-transition", "The order is not in the state that this needs.", ["currentStatus": .string(order.status.rawValue)])
    }
    static func notCancellable(_ order: FoodOrder) -> Rejection {
        .conflict("order-not-cancellable", "This order can't be cancelled any more.", ["currentStatus": .string(order.status.rawValue)])
    }
    static let acceptanceWindowClosed = Rejection.conflict("acceptance-window-closed", "The time to accept this order is over.")
    static let prepTimeLimit = Rejection.conflict("limit-reached", "The preparation time was changed three times already.")
    static func notDelivered(_ order: FoodOrder) -> Rejection {
        .conflict("order-not-delivered", "You can rate an order after it was delivered.",
                  ["currentStatus": .string(order.status.rawValue)])
    }
    static let ratingWindowClosed = Rejection.conflict("rating-window-closed", "The time to rate this order is over.")
    static let threadClosed = Rejection.conflict("thread-closed", "The conversation about this order is closed.")
    static let orderFinal = Rejection.conflict("conflict", "The order has ended.")
    static func cancellationFeeChanged(_ fee: JSONValue) -> Rejection {
        .conflict("cancellation-fee-changed", "Cancelling costs a fee now. Accept it to go on.", ["fee": fee])
    }
    static let tooManyActiveOrders = Rejection.conflict("too-many-active-orders", "You have as many active orders as you may have at once.")
    static let cashNotAllowed = Rejection.conflict("cash-not-allowed", "Please pay by card: earlier cash orders could not be delivered.")
    static let catalogUnavailable = Rejection(503, "catalog-unavailable", "The restaurant can't be reached right now. Please try again.",
                                              retryAfter: .seconds(5))
    static let trackingLinkExpired = Rejection(410, "tracking-link-expired", "This order arrived or ended a while ago.")
}
