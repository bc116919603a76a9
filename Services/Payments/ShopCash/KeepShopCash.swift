import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// A shop took cash. The same payment twice is one line.
extension RecordCash: Command {
    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        let id = DeterministicID.make("cash-collected", paymentId.rawValue)
        if try !tx.cash.has(id) {
            try tx.addCash(id, .collected, amount, shop: shopId, activation: activationId, at: collectedAt ?? tx.now)
        }
        try tx.publish(CashRecorded(paymentId: paymentId, activationId: activationId, shopId: shopId, vendorUserId: vendorUserId,
                                    userId: userId, amount: amount))
        return NoContent()
    }
}

/// Cash went back over the counter. The same payment twice is one line.
extension VoidCash: Command {
    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        let id = DeterministicID.make("cash-voided", paymentId.rawValue)
        if try !tx.cash.has(id) {
            // What was never taken cannot go back: a person has to look at the message that said so.
            guard try tx.cash.has(DeterministicID.make("cash-collected", paymentId.rawValue)) else { throw Rejection.notFound }
            try tx.addCash(id, .voided, amount.times(-1), shop: shopId, activation: activationId, at: tx.now)
        }
        try tx.publish(CashVoided(paymentId: paymentId, activationId: activationId, shopId: shopId, vendorUserId: vendorUserId,
                                  userId: userId, amount: amount))
        return NoContent()
    }
}

/// A shop handed over what it had collected.
public struct SettleShopCash: Command {
    public static let type: MessageType = "payments.settle-shop-cash.v1"
    /// As it stood in the path.
    public let shopId: String
    public let amount: Money
    public let reference: String
    public init(shopId: String, amount: Money, reference: String) {
        (self.shopId, self.amount, self.reference) = (shopId, amount, reference)
    }

    public func handle(in tx: PaymentsTransaction) throws -> Created<CashEntryAnswer> {
        try tx.require(permission: ShopCashRoutes.managing)
        var check = Validation()
        check.number("amount.amount", amount.amount, 1...1_000_000_000_000)
        check.require(amount.currency == tx.definition.currency, "amount.currency", "must be \(tx.definition.currency)")
        let reference = check.text("reference", reference, 1...64) ?? ""
        try check.check()
        let shop = try PathNumber(shopId).number()
        guard try tx.cash.isShop(shop) else { throw Rejection.notFound }
        if try tx.cash.has(reference: reference, of: shop) {
            throw Rejection.invalid(["reference": ["was used for this shop before"]])
        }
        let due = try tx.cash.balance(of: shop)
        guard amount.amount <= due else {
            throw Rejection.conflict("amount-exceeds-balance", "The shop owes less than that.",
                                     ["balanceDue": try JSONValue(encoding: Money(due, amount.currency))])
        }
        let entry = try tx.addCash(tx.context.newID(), .settled, amount.times(-1), shop: shop, reference: reference, at: tx.now)
        try tx.publish(CashSettled(entryId: entry.id, shopId: shop, amount: amount, reference: reference.trimmed,
                                   balanceDue: entry.balanceAfter))
        return Created(CashEntryAnswer(entry), at: "/admin/shops/\(shop)/cash")
    }
}

extension PaymentsTransaction {
    /// Throws 422 for another currency, or for a sum that no number holds.
    @discardableResult
    fileprivate func addCash(_ id: String, _ kind: CashEntry.Kind, _ amount: Money, shop: Int, activation: String? = nil,
                             reference: String? = nil, at time: Timestamp) throws -> CashEntry {
        let balance = try Money(try cash.balance(of: shop), definition.currency).adding(amount)
        let entry = CashEntry(id: id, kind: kind, amount: amount, balanceAfter: balance, activationID: activation, reference: reference,
                              at: time)
        try cash.add(entry, to: shop)
        return entry
    }
}
