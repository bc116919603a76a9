import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Somebody ends an order: its customer, its restaurant after the acceptance, or the staff. What the body must say
/// depends on who asks.
package struct CancelFoodOrder: Command {
    package static let type: MessageType = "orders.cancel-food-order.v1"
    package let orderId: OrderID
    package let reason: JSONValue?
    package let note: JSONValue?
    package let acceptedFee: JSONValue?
    package let refund: JSONValue?
    package let payRestaurant: JSONValue?
    package let payCourier: JSONValue?
    package init(orderId: OrderID, reason: String?, note: String? = nil, acceptedFee: Money? = nil, refund: Money? = nil,
                 payRestaurant: Bool? = nil, payCourier: Bool? = nil) {
        (self.orderId, self.reason, self.note) = (orderId, reason.map { .string($0) }, note.map { .string($0) })
        (self.acceptedFee, self.refund) = (acceptedFee?.json, refund?.json)
        (self.payRestaurant, self.payCourier) = (payRestaurant.map { .bool($0) }, payCourier.map { .bool($0) })
    }

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        let viewer = try tx.foodViewer()
        let rights = [FoodViewer.Permission.place, FoodViewer.Permission.manage, FoodViewer.Permission.cancel]
        guard rights.contains(where: viewer.has) else { throw Rejection.forbidden(without: FoodViewer.Permission.cancel) }
        let order = try tx.settledFoodOrder(orderId)
        var check = Validation()
        switch viewer.cancels(order) {
        case .customer:
            let words = FoodCancelWords.read(reason, note, as: .customer, &check)
            // A free cancellation asks for no accepted fee, so nobody reads the one that was sent.
            let cost = FoodCancelRules.cost(of: order, at: tx.now.wholeSeconds, tx.foodSettings)
            let fee = cost == .fee(order.money(0)) ? nil : money(acceptedFee, "acceptedFee", tx.definition.currency, &check)
            try check.check()
            let by = FoodActor(role: "customer", id: viewer.user)
            return try tx.foodAnswer(.customerCancels(by: by, words.reason, note: words.note, acceptedFee: fee), to: orderId, viewer)
        case .owner:
            let words = FoodCancelWords.read(reason, note, as: .owner, &check)
            try check.check()
            let by = FoodActor(role: "owner", id: viewer.user)
            return try tx.foodAnswer(.ownerCancels(by: by, words.reason, note: words.note), to: orderId, viewer)
        case .staff:
            let words = FoodCancelWords.read(reason, note, as: .staff, &check)
            let terms = FoodStaffTerms(refund: money(refund, "refund", tx.definition.currency, &check)?.amount,
                                       paysRestaurant: flag(payRestaurant, "payRestaurant", &check),
                                       paysCourier: flag(payCourier, "payCourier", &check))
            try check.check()
            let by = FoodActor(role: viewer.role(with: FoodViewer.Permission.cancel), id: viewer.user)
            return try tx.foodAnswer(.staffCancel(by: by, words.reason, note: words.note, terms), to: orderId, viewer)
        case .courier, nil: throw Rejection.notFound
        }
    }

    private func money(_ value: JSONValue?, _ field: String, _ currency: Currency, _ check: inout Validation) -> Money? {
        guard let value, value != .null else { return nil }
        guard let amount = value["amount"]?.int, value["currency"]?.string == currency.code, amount >= 0 else {
            check.fail(field, "must be an amount in \(currency.code)")
            return nil
        }
        return Money(amount, currency)
    }
    private func flag(_ value: JSONValue?, _ field: String, _ check: inout Validation) -> Bool? {
        guard let value, value != .null else { return nil }
        if value.bool == nil { check.fail(field, "must be true or false") }
        return value.bool
    }
}
