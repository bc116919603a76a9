import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A visit is taken back: by the shop within some minutes, by somebody with `subscriptions:manage` at any time.
package struct VoidRedemption: Command {
    package static let type: MessageType = "orders.void-redemption.v1"
    package let redemptionId: String
    package let reason: String
    package init(redemptionId: String, reason: String) { (self.redemptionId, self.reason) = (redemptionId, reason) }

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        let user = try tx.user()
        let memberships = tx.memberships
        let isManager = tx.definition.permissions(of: user.roles).contains(MembershipRoutes.managing)
        guard isManager || user.roles.contains(MembershipRoutes.vendor) else { throw Rejection.forbidden }
        let reason = try voidReason(reason)
        guard var visit = try memberships.redemptions.find(redemptionId) else { throw Rejection.notFound }
        if !isManager {
            guard try memberships.partners.isStaff(user.userID, of: visit.shopID) else { throw MembershipRepository.notYourShop }
        }
        switch visit.status {
        case .voided: throw Rejection.conflict("already-voided", "This visit was taken back before.")
        case .recorded: break
        }
        guard isManager || tx.now < visit.voidableUntil else {
            throw Rejection.conflict("void-window-closed", "It is too late to take this visit back.")
        }
        visit.status = .voided(at: tx.now, reason: reason)
        try memberships.redemptions.update(visit.status, of: visit.id)
        try tx.publish(RedemptionVoided(visit))
        tx.context.answerIsAbout(visit.member)
        return try MembershipAnswers(memberships).redemption(visit, for: .vendor)
    }
}

extension RedemptionVoided {
    init(_ visit: Redemption) {
        self.init(redemptionId: visit.id, userId: visit.member, shopId: visit.shopID, purchaseAmount: visit.savings.purchase,
                  discountBasisPoints: visit.savings.baseBasisPoints, bonusBasisPoints: visit.savings.bonusBasisPoints,
                  campaignId: visit.campaignID?.rawValue,
                  savings: visit.savings.total, recordedAt: visit.recordedAt, offline: visit.isOffline)
    }
}
