import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The staff completes a delivery without a code.
package struct OverrideDelivery<Order: DeliveredOrder>: Command {
    package static var type: MessageType { "orders.override-delivery.v1" }
    package let deliveryId: OrderID
    package let note: String
    package let cashCollected: Money?
    package init(deliveryId: OrderID, note: String, cashCollected: Money? = nil) {
        (self.deliveryId, self.note, self.cashCollected) = (deliveryId, note, cashCollected)
    }

    package func handle(in tx: OrdersTransaction) throws -> DeliveryAnswer {
        var check = Validation()
        let text = check.text("note", note, 1...300, multiline: true)
        if let cashCollected {
            check.require(cashCollected.currency == tx.definition.currency, "cashCollected", "must be in the currency of the app")
        }
        try check.check()
        let deliveries = Deliveries<Order>(tx)
        try deliveries.settle(deliveryId)
        var job = try deliveries.require(deliveryId)
        let actor = tx.actor(with: "deliveries:override")
        if try DeliveryRules.target(of: .override, job, by: actor) != nil {
            try DeliveryRules.requireCash(cashCollected ?? job.cash, for: job)
            try deliveries.deliver(&job, .override, photoId: nil, by: actor, note: text)
        }
        return try tx.deliveryAnswer(of: deliveries.require(deliveryId), for: .staff)
    }
}
