import Contracts
import Kernel
import Messaging
import OrdersKit
import ServiceKit

/// A shop reads a member's card or proof. A refusal is an answer and a recorded fact, not an error: it counts for the throttle.
package struct ScanCode: Command {
    package static let type: MessageType = "orders.scan-code.v1"
    package let payload: String
    package let shopId: Int?
    package init(payload: String, shopId: Int? = nil) { (self.payload, self.shopId) = (payload, shopId) }

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        let vendor = try tx.user()
        let memberships = tx.memberships
        let settings = try memberships.settings()
        let shop = try memberships.activeShop(shopId, of: vendor)
        try ForgeryThrottle(tx).refuseGuessing(vendor.userID)
        switch try CodeReader(memberships).read(payload, at: tx.now) {
        case .refused(let refusal):
            if refusal.isForgery { try ForgeryThrottle(tx).note(by: vendor.userID, id: tx.messageID) }
            let reason = refusal.reason(settings)
            try tx.publish(ScanRefused(vendorUserId: vendor.userID, shopId: shop.id, reason: reason))
            return MembershipAnswers(memberships).refusedScan(reason: reason, shop: shop.id)
        case .card(let member): return try keep(.card, of: member, at: shop, by: vendor, settings, tx)
        case .proof(let member, let stepTime):
            try memberships.scans.useProof(of: member, stepTime: stepTime, at: tx.now)
            return try keep(.proof, of: member, at: shop, by: vendor, settings, tx)
        }
    }

    private func keep(_ kind: CardScan.Kind, of member: Member, at shop: ShopProjection, by vendor: Principal,
                      _ settings: MembershipSettings, _ tx: OrdersTransaction) throws -> JSONValue {
        let memberships = tx.memberships
        let coverage = try memberships.coverage(of: member.id)
        let bonus = try memberships.partners.bonus(at: tx.now, for: shop)
        let scan = CardScan(id: tx.context.newID(), kind: kind, vendor: vendor.userID, shopID: shop.id, member: member.id,
                            membershipID: member.membershipID,
                            discountBasisPoints: shop.discountBasisPoints, bonusBasisPoints: bonus?.bonusBasisPoints ?? 0,
                            campaignID: bonus?.campaignId,
                            isCovered: coverage.isActive, scannedAt: tx.now, expiresAt: memberships.end(inMinutes: settings.scanMinutes))
        try memberships.scans.insert(scan)
        tx.context.answerIsAbout(member.id)
        return try MembershipAnswers(memberships).scan(scan, of: member, coverage)
    }
}

/// Counts forged codes by the vendor who scanned them: many in a short time mean that someone guesses keys.
struct ForgeryThrottle {
    private let tx: OrdersTransaction
    init(_ tx: OrdersTransaction) { self.tx = tx }

    func note(by vendor: User.ID, id: String) throws {
        try tx.memberships.scans.noteForgery(by: vendor, id: id, at: tx.now,
                                             window: .minutes(try tx.memberships.settings().forgedScansMinutes))
    }
    func refuseGuessing(_ vendor: User.ID) throws {
        let settings = try tx.memberships.settings()
        let window = Duration.minutes(settings.forgedScansMinutes)
        guard let began = try tx.memberships.scans.forgeriesBegan(by: vendor, count: settings.forgedScansMax, since: tx.now - window) else {
            return
        }
        let wait = max(1, ((began + window - tx.now).wholeMilliseconds + 999) / 1000)
        throw Rejection(429, "too-many-refused-scans", "Too many codes were not cards. Wait a moment, then scan again.",
                        retryAfter: .seconds(wait))
    }
}
