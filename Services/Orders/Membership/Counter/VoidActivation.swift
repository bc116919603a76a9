import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A shop takes a sale back within some minutes: the wrong person, the wrong months. The cash goes back over the counter.
package struct VoidActivation: Command {
    package static let type: MessageType = "orders.void-activation.v1"
    package let activationId: String
    package let reason: String
    package init(activationId: String, reason: String) { (self.activationId, self.reason) = (activationId, reason) }

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        let vendor = try tx.user()
        let memberships = tx.memberships
        let reason = try voidReason(reason)
        guard var sale = try memberships.activations.find(activationId) else { throw Rejection.notFound }
        guard try memberships.partners.isStaff(vendor.userID, of: sale.shopID) else { throw MembershipRepository.notYourShop }
        switch sale.status {
        case .voided: throw Rejection.conflict("already-voided", "This sale was taken back before.")
        case .completed: break
        }
        guard tx.now < sale.voidableUntil else { throw Rejection.conflict("void-window-closed", "It is too late to take this sale back.") }
        guard let period = try memberships.subscriptions.find(sale.subscriptionID),
              try memberships.coverage(of: sale.member).latest?.id == period.id else {
            throw Rejection.conflict("not-latest-subscription", "Only the newest period can be taken back.")
        }
        let span = try memberships.span(period.startDate, period.endDate)
        guard try !memberships.redemptions.hasVisit(of: sale.member, from: span.from, to: span.to, toldSince: sale.createdAt) else {
            throw Rejection.conflict("subscription-used", "The member had a discount in this period already.")
        }
        sale.status = .voided(at: tx.now, reason: reason)
        try memberships.activations.update(sale)
        try MembershipLedger(tx).cancel(period, .voided)
        try tx.publish(ActivationVoided(activationId: sale.id, subscriptionId: period.id, userId: sale.member, shopId: sale.shopID,
                                        amount: sale.amount, reason: Subscription.Cause.voided.rawValue))
        try CashLedger(tx).takeBack(sale)
        tx.context.answerIsAbout(sale.member)
        return try MembershipAnswers(memberships).activation(sale)
    }
}

/// What somebody wrote about taking something back.
func voidReason(_ text: String) throws -> String {
    var check = Validation()
    let reason = check.text("reason", text, 3...200)
    try check.check()
    return reason ?? ""
}
