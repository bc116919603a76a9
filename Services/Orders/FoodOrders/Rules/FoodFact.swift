import Contracts
import Kernel
import OrdersDeliveries
import OrdersKit

/// What an order of food learns.
package enum FoodFact: OrderFact {
    case payment(PaymentFact)
    case answerOverdue
    case timer(FoodTimer)
    case accept(by: FoodActor, minutes: Int)
    case prepare(by: FoodActor)
    case ready(by: FoodActor)
    case prepTime(minutes: Int)
    case reject(by: FoodActor, FoodCancelReason, note: String?)
    case ownerCancels(by: FoodActor, FoodCancelReason, note: String?)
    case customerCancels(by: FoodActor, FoodCancelReason, note: String?, acceptedFee: Money?)
    case staffCancel(by: FoodActor, FoodCancelReason, note: String?, FoodStaffTerms)
    case claimExpired
    /// The courier's side changed.
    case delivery(FoodDelivery)
    case pickedUp(by: FoodActor)
    case completed(by: FoodActor, note: String?)
    case failed(by: FoodActor, note: String?)
    case rated(restaurantStars: Int, courierStars: Int?, comment: String?)
    case refundNoted(RefundID, amount: Int)
    case refundSettled(RefundID, amount: Int, FoodPayment.Refund.State)
    /// The customer's account is erased.
    case customerErased(FoodContact)
    /// The account of its courier is erased.
    case courierErased(User.ID)
}

/// What staff decide about the money of an order that they cancel; nil: the usual.
package struct FoodStaffTerms: Sendable, Equatable {
    package var refund: Int?
    package var paysRestaurant: Bool?
    package var paysCourier: Bool?
    package init(refund: Int? = nil, paysRestaurant: Bool? = nil, paysCourier: Bool? = nil) {
        (self.refund, self.paysRestaurant, self.paysCourier) = (refund, paysRestaurant, paysCourier)
    }
}

/// What an order wants done besides its own row.
package enum FoodEffect: Sendable, Equatable {
    case confirmClaim
    case releaseClaim([ReleaseQuote.Part])
    case createIntent
    case cancelIntent
    case refund(RefundID, Money, cause: String)
    case recordCash(by: User.ID)
    case post(PostLedger)
    case startDelivery
    case deliveryReady
    case deliveryTimes
    /// Unless its courier ended it.
    case endDelivery(payingCourier: Bool, by: FoodActor)
    /// The order has new stars for its courier. Nil: it had none before.
    case rateCourier(was: Int?)
    /// The order of a courier whose account is erased has ended.
    case forgetCourier(User.ID)
    case announce(FoodNews)
    /// Its customer and its restaurant see the new version.
    case update
    /// The restaurant has one more order in its list.
    case listForOwner
}

/// What other services hear of an order.
package enum FoodNews: Sendable, Equatable {
    case placed, released, acceptanceReminder, accepted, preparing, ready, pickedUp, prepTime, late, overdue, ratingReminder, rated
    case delivered
    case cancelled(released: Bool, accepted: Bool, rejected: Bool)
    case payment(refunded: Int?)
    case estimate(previous: Timestamp?)
}
