import Contracts
import Kernel

// What an order of fuel does not allow.
extension Rejection {
    package static func invalidTransition(_ order: FuelOrder) -> Rejection {
        .conflict("invalid-transition", "The order is not in the state that this needs.", ["currentStatus": .string(order.status.rawValue)])
    }
    static func notCancellable(_ order: FuelOrder) -> Rejection {
        .conflict("order-not-cancellable", "This order can't be cancelled any more.", ["currentStatus": .string(order.status.rawValue)])
    }
    static func cancellationFeeChanged(_ fee: Money) -> Rejection {
        .conflict("cancellation-fee-changed", "Cancelling costs a fee now. Accept it to go on.", ["fee": fee.json])
    }
    static let rescheduleNotAllowed = Rejection.conflict("reschedule-not-allowed", "This order can't be moved to that window.")
    static let reschedulePending = Rejection.conflict("reschedule-pending", "This order is being moved already.")
    static let schedulingUnavailable = Rejection(
        503, "service-unavailable", "Delivery windows can't be reached right now. Please try again.", retryAfter: .seconds(5))
    static let tipNotAllowed = Rejection.conflict("tip-not-allowed", "You can't add a tip to this order.")
    static let paymentNotExpected = Rejection.conflict("payment-not-expected", "There is nothing to pay for this order now.")
    package static let deliveryNotAvailable = Rejection.conflict("delivery-not-available", "This delivery can't be taken.")
    package static let deliveryAlreadyAssigned = Rejection.conflict("delivery-already-assigned", "Another driver has this delivery.")
    static let tooEarly = Rejection.conflict("too-early", "You can start this delivery one hour before its window.")
    static let plateMismatch = Rejection.conflict("plate-mismatch", "This is not the plate of the order.")
    static let photoLimit = Rejection.conflict("photo-limit-reached", "This delivery has as many photos as it may have.")
    static let fuelDelivered = Rejection.conflict("fuel-delivered", "Fuel was delivered, so the delivery can only be completed.")
    static func proofMissing(_ missing: [String]) -> Rejection {
        .conflict("proof-missing", "The meter reading or a photo of the meter is missing.",
                  ["missing": .array(missing.map { .string($0) })])
    }
    static func waitNotOver(_ at: Timestamp) -> Rejection {
        .conflict("wait-not-over", "Please wait for the customer until the time is over.", ["availableAt": .string(at.description)])
    }

    // MARK: - Placing

    static func orderInProgress(_ order: OrderID? = nil) -> Rejection {
        .conflict("order-in-progress", "An order is being made already.", order.map { ["orderId": .string($0.rawValue)] } ?? [:])
    }
    static let clientOrderIdReused = Rejection.conflict("client-order-id-reused", "This order was sent before with other content.")
    static let orderTooOld = Rejection.conflict("order-too-old", "This order was made too long ago.")
    static let asapStale = Rejection.conflict("asap-stale", "This order was made too long ago to come as soon as possible.")
    static func balanceDue(_ order: OrderID) -> Rejection {
        .conflict("balance-due", "Please pay for an earlier order first.", ["orderId": .string(order.rawValue)])
    }
    static func vehicleHasOpenOrder(_ order: OrderID) -> Rejection {
        .conflict("vehicle-has-open-order", "There is an open order for this vehicle.", ["orderId": .string(order.rawValue)])
    }
    static let quoteUsed = Rejection.conflict("quote-used", "This quote was ordered already.")
    static let quoteMismatch = Rejection.conflict("quote-mismatch", "This quote is for something else than the order.")
    static func quoteExpired(_ estimate: JSONValue) -> Rejection {
        .conflict("quote-expired", "This quote is over. Please look at the new price.", ["estimate": estimate])
    }
    static func priceChanged(_ estimate: JSONValue) -> Rejection {
        .conflict("price-changed", "The price is higher than your limit now.", ["estimate": estimate])
    }
}
