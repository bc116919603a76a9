import Contracts
import Kernel
import OrdersKit

/// What can happen to an order of fuel: the input of `FuelSale.step`.
package enum FuelFact: OrderFact {
    case payment(PaymentFact)
    case answerOverdue
    case timer(FuelTimer)
    /// Nothing is to be paid before the delivery.
    case nothingToPay
    case windowClaimed(WindowClaimed)
    case windowRefused(WindowRefused)
    /// The hold of a claim ended.
    case windowLost(ClaimID)
    /// What its driver does, at that time by his phone.
    case delivery(FuelDeliveryStep, at: Timestamp)
    case cancel(by: FuelActor, reason: String?, acceptedFee: Int?)
    case move(FuelMove)
    /// The customer pays with this card after another one was declined, or pays the balance.
    case pay(methodId: String, sandbox: String?)
    /// A tip after completion, minor units.
    case tip(Int, FuelWait, sandbox: String?)
    case refunded(RefundID, PaymentID, amount: Int)
    /// The customer's account is erased; the driver still needs the name.
    case customerErased(name: String?)
}

/// What happens to a delivery.
package enum FuelDeliveryStep: Sendable, Equatable {
    case assign(FuelDriver, by: FuelActor)
    case release(reason: String?, by: FuelActor)
    case start(by: FuelActor)
    /// - Parameter overrideReason: the driver says so although no position proves it.
    case arrive(overrideReason: String?, by: FuelActor)
    case startFueling(plate: String, by: FuelActor)
    case read(FuelReading)
    case photograph(FuelPhoto)
    case complete(by: FuelActor)
    case fail(FuelFailReason, note: String?, by: FuelActor)
}

/// What a step asks for besides the order's own row: its output, which `FuelEffects.swift` carries out.
package enum FuelEffect: Sendable, Equatable {
    case claim(ClaimID, TruckWindowID?)
    case confirmClaim(ClaimID)
    case releaseClaim(ClaimID)
    case createIntent(PaymentID, FuelMethod, sandbox: String?)
    case cancelIntent(PaymentID)
    case capture(PaymentID, amount: Int)
    case creditTip(User.ID)
    case issueReceipt(PaymentID)
    case addToReceipt(PaymentID, line: FuelLine?)
    case noteRefund(RefundID, amount: Int)
    case reserveFuel(FuelDriver)
    case deliverFuel(FuelDriver, FuelReading)
    case returnPromo
    case reopenQuote
    /// Tells drivers how they see the order now.
    case tellDrivers(by: FuelActor)
    /// Nil: the order as it is now.
    case answer(FuelWait, Rejection?)
    case announce(FuelNews)
    case show(FuelFrame)
}

/// How a payment is made.
package enum FuelMethod: Sendable, Equatable {
    case named(String)
    /// The customer's default card, if there is one.
    case usual
    /// With the card of another payment.
    case of(PaymentID)
}

/// What other services hear of an order.
package enum FuelNews: Sendable, Equatable {
    case placed, scheduled, rescheduled
    case assigned(FuelDriver, by: FuelActor, at: Timestamp)
    case unassigned(FuelDriver, by: FuelActor, reason: String?, at: Timestamp)
    case enRoute(FuelDriver, by: FuelActor, at: Timestamp)
    case arrived(FuelDriver, by: FuelActor, at: Timestamp)
    case fueling(FuelDriver, by: FuelActor, at: Timestamp)
    case completed(FuelDriver, FuelReading, by: FuelActor, at: Timestamp)
    case cancelled(by: FuelActor, reason: String?)
    case failed(by: FuelActor)
    case balanceDue(code: String)
    case assignmentOverdue, reminder
    case refunded(RefundID, PaymentID, amount: Int)
    case tipPaid(User.ID)
}

/// What clients see at once.
package enum FuelFrame: Sendable, Equatable {
    case status(by: FuelActor)
    case updated
    case payment(PaymentID)
}
