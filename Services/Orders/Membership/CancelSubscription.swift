import Kernel
import OrdersKit
import ServiceKit

/// Somebody with `subscriptions:manage` ends the newest period at once. No money moves.
package struct CancelSubscription: Command {
    package static let type: MessageType = "orders.cancel-subscription.v1"
    /// As it stood in the path.
    package let subscriptionId: String
    package let reason: String
    package init(subscriptionId: String, reason: String) { (self.subscriptionId, self.reason) = (subscriptionId, reason) }

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        try tx.require(permission: MembershipRoutes.managing)
        let memberships = tx.memberships
        let reason = try voidReason(reason)
        let id = try PathNumber(subscriptionId).number()
        guard let period = try memberships.subscriptions.find(id) else { throw Rejection.notFound }
        let status = period.status(on: try memberships.today())
        switch status {
        case .active: break
        case .expired, .cancelled:
            throw Rejection.conflict("invalid-transition", "This period has ended.", ["currentStatus": .string(status.name)])
        }
        guard try memberships.coverage(of: period.userID).latest?.id == id else {
            throw Rejection.conflict("not-latest-subscription", "Only the newest period can be cancelled.")
        }
        try MembershipLedger(tx).cancel(period, .endedByHand, because: reason)
        guard let cancelled = try memberships.subscriptions.find(id) else { throw Rejection.notFound }
        let language = memberships.language(of: try memberships.members.find(try tx.user().userID))
        return try MembershipAnswers(memberships).subscription(cancelled, in: try memberships.coverage(of: period.userID),
                                                               language: language)
    }
}
