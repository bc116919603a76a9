import Contracts
import Kernel
import Messaging
import OrdersKit
import ServiceKit

/// A shop that had no network tells its visits afterwards. Each item stands for itself; a nonce names it, so an upload may be repeated.
package struct UploadVisits: Command {
    package static let type: MessageType = "orders.upload-visits.v1"
    package let shopId: Int?
    /// `{nonce, payload, scannedAt, purchaseAmount}`, checked one by one.
    package let items: [JSONValue]
    package init(shopId: Int?, items: [JSONValue]) { (self.shopId, self.items) = (shopId, items) }

    static let itemsMax = 100
    private static let nonceLength = 1...64

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        let vendor = try tx.user()
        guard (1...Self.itemsMax).contains(items.count) else {
            throw Rejection.invalid(["items": ["must have 1 to \(Self.itemsMax) entries"]])
        }
        let shop = try tx.memberships.activeShop(shopId, of: vendor)
        try ForgeryThrottle(tx).refuseGuessing(vendor.userID)
        return ["results": .array(try items.enumerated().map { try take($1, at: $0, shop, vendor, tx) })]
    }

    private struct Item {
        let nonce: String
        let payload: String
        let scannedAt: Timestamp
        let purchase: Money
    }

    private func take(_ json: JSONValue, at place: Int, _ shop: ShopProjection, _ vendor: Principal,
                      _ tx: OrdersTransaction) throws -> JSONValue {
        let store = tx.memberships.redemptions
        let nonce = json["nonce"]?.string?.trimmed
        if let nonce, let known = try store.upload(nonce: nonce, shop: shop.id) { return result(nonce, "duplicate", known) }
        guard let item = try read(json, tx) else {
            let refused = RedemptionStore.Upload(reason: "invalid-item", redemptionID: nil)
            if let nonce, Self.nonceLength.contains(nonce.count) { try store.insert(refused, nonce: nonce, shop: shop.id) }
            return result(nonce, "refused", refused)
        }
        let upload = try judge(item, at: place, shop, vendor, tx)
        try store.insert(upload, nonce: item.nonce, shop: shop.id)
        return result(item.nonce, upload.reason == nil ? "recorded" : "refused", upload)
    }

    private func result(_ nonce: String?, _ word: String, _ upload: RedemptionStore.Upload) -> JSONValue {
        ["nonce": nonce.map { .string($0) } ?? .null, "result": .string(word), "reason": upload.reason.map { .string($0) } ?? .null,
         "redemptionId": upload.redemptionID.map { .string($0) } ?? .null]
    }

    /// Nil: a field is missing or bad.
    private func read(_ json: JSONValue, _ tx: OrdersTransaction) throws -> Item? {
        let settings = try tx.memberships.settings()
        guard let nonce = json["nonce"]?.string?.trimmed, Self.nonceLength.contains(nonce.count), let payload = json["payload"]?.string,
            (1...2048).contains(payload.count),
            let scannedAt = json["scannedAt"]?.string.flatMap({ Timestamp($0) }), let amount = json["purchaseAmount"]?["amount"]?.int,
            (1...settings.purchaseAmountMax).contains(amount), json["purchaseAmount"]?["currency"]?.string == tx.definition.currency.code
        else { return nil }
        return Item(nonce: nonce, payload: payload, scannedAt: scannedAt, purchase: tx.memberships.price(amount))
    }

    private func judge(_ item: Item, at place: Int, _ shop: ShopProjection, _ vendor: Principal,
                       _ tx: OrdersTransaction) throws -> RedemptionStore.Upload {
        func refused(_ reason: String) -> RedemptionStore.Upload { .init(reason: reason, redemptionID: nil) }
        let memberships = tx.memberships
        let settings = try memberships.settings()
        // A till shows whole seconds: a visit of the second of now, a day ago, is in time.
        let oldest = tx.now.wholeSeconds - .hours(settings.offlineHours), newest = tx.now + .seconds(settings.offlineAheadSeconds)
        guard item.scannedAt >= oldest, item.scannedAt <= newest else { return refused("bad-time") }
        switch try CodeReader(memberships).read(item.payload, at: item.scannedAt) {
        case .refused(let refusal):
            if refusal.isForgery { try ForgeryThrottle(tx).note(by: vendor.userID, id: "\(tx.messageID):\(place)") }
            return refused(refusal.reason(settings))
        case .card: return refused("proof-required")
        case .proof(let member, let stepTime):
            guard try !memberships.partners.isStaff(member.id, of: shop.id) else { return refused("own-shop") }
            guard try memberships.coverage(of: member.id).covers(memberships.day(of: item.scannedAt)) else {
                return refused("not-active-then")
            }
            try memberships.scans.useProof(of: member, stepTime: stepTime, at: tx.now)
            let bonus = try memberships.partners.bonus(at: item.scannedAt, for: shop)
            let savings = Savings(of: item.purchase, baseBasisPoints: shop.discountBasisPoints,
                                  bonusBasisPoints: bonus?.bonusBasisPoints ?? 0)
            let visit = Redemption(id: tx.context.newID(), member: member.id, shopID: shop.id, vendor: vendor.userID, savings: savings,
                                   campaignID: bonus?.campaignId,
                                   isOffline: true, recordedAt: item.scannedAt, createdAt: tx.now,
                                   voidableUntil: tx.now + .minutes(settings.voidMinutes))
            try memberships.redemptions.insert(visit)
            try tx.publish(RedemptionRecorded(visit, shopNames: shop.names))
            return .init(reason: nil, redemptionID: visit.id)
        }
    }
}
