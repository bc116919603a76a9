import Contracts
import Kernel
import Messaging
import OrdersKit
import ServiceKit

/// A shop gives the discount of a scanned proof on a purchase. Discount and right are those of the moment of the scan.
package struct RedeemDiscount: Command {
    package static let type: MessageType = "orders.redeem-discount.v1"
    package let scanId: String
    package let purchaseAmount: Money
    package init(scanId: String, purchaseAmount: Money) { (self.scanId, self.purchaseAmount) = (scanId, purchaseAmount) }

    package func handle(in tx: OrdersTransaction) throws -> Created<JSONValue> {
        let vendor = try tx.user()
        let memberships = tx.memberships
        let settings = try memberships.settings()
        try check(memberships, settings)
        let scan = try usable(memberships, vendor)
        let savings = Savings(of: purchaseAmount, baseBasisPoints: scan.discountBasisPoints, bonusBasisPoints: scan.bonusBasisPoints)
        let visit = Redemption(id: tx.context.newID(), member: scan.member, shopID: scan.shopID, vendor: vendor.userID, savings: savings,
                               campaignID: scan.campaignID,
                               isOffline: false, recordedAt: tx.now, createdAt: tx.now,
                               voidableUntil: tx.now + .minutes(settings.voidMinutes))
        try memberships.redemptions.insert(visit, scan: scan.id)
        try memberships.scans.use(scan.id, forRedemption: visit.id)
        try tx.publish(RedemptionRecorded(visit, shopNames: memberships.partners.shop(visit.shopID)?.names))
        tx.context.answerIsAbout(visit.member)
        return Created(try MembershipAnswers(memberships).redemption(visit, for: .vendor), at: "/vendor/redemptions")
    }

    private func check(_ memberships: MembershipRepository, _ settings: MembershipSettings) throws {
        var check = Validation()
        check.number("purchaseAmount.amount", purchaseAmount.amount, 1...settings.purchaseAmountMax)
        check.require(purchaseAmount.currency == memberships.definition.currency, "purchaseAmount.currency",
                      "must be \(memberships.definition.currency)")
        try check.check()
    }

    /// Asks last how old the scan is: only then does scanning again help.
    private func usable(_ memberships: MembershipRepository, _ vendor: Principal) throws -> CardScan {
        let scan = try memberships.scan(scanId, of: vendor)
        switch scan.kind {
        case .card: throw Rejection.conflict("proof-required", "A card can be a photograph. Ask for the moving code.")
        case .proof: break
        }
        guard try !memberships.partners.isStaff(scan.member, of: scan.shopID) else { throw Rejection.ownShop }
        guard try isEntitled(scan, memberships) else { throw Rejection.conflict("not-active", "The membership does not cover today.") }
        if let redemption = scan.redemptionID {
            throw Rejection.conflict("scan-already-used", "This scan has given its discount already.",
                                     ["redemptionId": .string(redemption)])
        }
        try memberships.requireMember(of: scan)
        try memberships.requireFresh(scan)
        return scan
    }

    /// Whether the member was covered when scanned, or bought coverage with this scan, and has not lost it since.
    private func isEntitled(_ scan: CardScan, _ memberships: MembershipRepository) throws -> Bool {
        let coverage = try memberships.coverage(of: scan.member)
        if try scan.isCovered && coverage.covers(memberships.day(of: scan.scannedAt)) { return true }
        guard let sale = try scan.activationID.flatMap({ try memberships.activations.find($0) }) else { return false }
        return coverage.periods.contains { $0.id == sale.subscriptionID && !$0.isCancelled }
    }
}

extension Rejection {
    static let ownShop = Rejection(403, "own-shop", "You can't redeem a discount at a shop where the member works.")
}

extension RedemptionRecorded {
    init(_ visit: Redemption, imported: Bool? = nil, shopNames: [String: String]?) {
        self.init(redemptionId: visit.id, userId: visit.member, shopId: visit.shopID, purchaseAmount: visit.savings.purchase,
                  discountBasisPoints: visit.savings.baseBasisPoints, bonusBasisPoints: visit.savings.bonusBasisPoints,
                  campaignId: visit.campaignID?.rawValue,
                  savings: visit.savings.total, recordedAt: visit.recordedAt, offline: visit.isOffline, imported: imported,
                  shopNames: shopNames)
    }
}
