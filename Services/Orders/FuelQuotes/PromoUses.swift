import Contracts
import Kernel
import OrdersFuelCatalog
import OrdersKit
import ServiceKit

/// Who uses which promo code. A use is taken while an order is being accepted and given back when it is cancelled or fails.
package struct PromoUses {
    fileprivate let tx: OrdersTransaction
    private var store: PromoUseStore { PromoUseStore(tx.database, tx.tenant) }
    package init(_ tx: OrdersTransaction) { self.tx = tx }

    /// - Parameter hasOrdered: whether the user has an order that neither failed nor was cancelled.
    package func standing(of code: String, for user: User.ID, hasOrdered: Bool) throws -> PromoStanding {
        PromoStanding(uses: try store.count(of: code), usesByUser: try store.count(of: code, by: user), hasOrdered: hasOrdered)
    }

    /// Takes a use for an order. Throws `promo-exhausted` if the last one is gone, also for this user alone.
    package func take(_ code: String, for order: OrderID, by user: User.ID, hasOrdered: Bool) throws {
        guard try store.code(of: order) == nil else { return }
        guard let promo = try tx.fuelTerms.promo(code),
              PromoRules.refusal(promo, try standing(of: code, for: user, hasOrdered: hasOrdered)) == nil else {
            throw Rejection.promoExhausted
        }
        try store.insert(code, order: order, user: user, at: tx.now)
        try announce(code)
    }

    /// Gives the use of an order back, if it has one.
    package func giveBack(of order: OrderID) throws {
        guard let code = try store.code(of: order) else { return }
        try store.delete(order)
        try announce(code)
    }

    private func announce(_ code: String) throws { try tx.publish(PromoUsesChanged(code: code, uses: try store.count(of: code))) }
}

extension PromoUses {
    /// Uses of an erased account lose their owner and still count.
    func erase(_ user: User.ID) throws { try PromoUseStore(tx.database, tx.tenant).erase(user) }
}
