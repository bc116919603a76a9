import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Seeding. Somebody who has a period or a visit here already stays as he is.
extension ImportMembership: Command {
    public func handle(in tx: OrdersTransaction) throws -> NoContent {
        let memberships = tx.memberships
        guard try memberships.subscriptions.all(of: userId).isEmpty, try !memberships.redemptions.hasAny(of: userId) else {
            return NoContent()
        }
        for period in periods { try add(period, tx) }
        for visit in visits {
            let made = Redemption(id: visit.redemptionId, member: userId, shopID: visit.shopId, vendor: visit.vendorUserId,
                                  savings: Savings(of: visit.purchaseAmount, baseBasisPoints: visit.discountBasisPoints,
                                                   bonusBasisPoints: visit.bonusBasisPoints),
                                  campaignID: visit.campaignId.map { CampaignID($0) }, isOffline: false, recordedAt: visit.at,
                                  createdAt: visit.at, voidableUntil: visit.at + .minutes(try memberships.settings().voidMinutes))
            try memberships.redemptions.insert(made)
            try tx.publish(RedemptionRecorded(made, imported: true, shopNames: memberships.partners.shop(visit.shopId)?.names))
        }
        return NoContent()
    }

    private func add(_ period: Period, _ tx: OrdersTransaction) throws {
        let memberships = tx.memberships
        let settings = try memberships.settings()
        let price = memberships.price(settings.plan(months: period.months)?.price ?? settings.pricePerMonth * period.months)
        let isOver = period.endDate < (try memberships.today())
        let made = Subscription(id: try memberships.subscriptions.nextID(), userID: userId, startDate: period.startDate,
                                endDate: period.endDate, months: period.months,
                                source: .vendor, price: price, shopID: period.shopId, activationID: period.activationId,
                                status: isOver ? .expired : .active, createdAt: period.soldAt)
        try MembershipLedger(tx).add(made, soldAt: period.soldAt)
        let sale = Activation(id: period.activationId, scanID: nil, member: userId, shopID: period.shopId, vendor: period.vendorUserId,
                              months: period.months,
                              amount: price, subscriptionID: made.id, paymentID: period.paymentId, createdAt: period.soldAt,
                              voidableUntil: period.soldAt + .minutes(settings.voidMinutes))
        try memberships.activations.insert(sale)
        try CashLedger(tx).record(of: sale, collectedAt: period.soldAt)
    }
}
