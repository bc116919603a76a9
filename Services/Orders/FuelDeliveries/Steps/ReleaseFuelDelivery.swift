import Contracts
import Kernel
import OrdersFuel
import OrdersKit
import ServiceKit

/// A driver gives a delivery up, or a dispatcher takes it from him. It is offered anew.
package struct ReleaseFuelDelivery: DeliveryRequest, Command {
    package static let type: MessageType = "orders.release-fuel-delivery.v1"
    package let deliveryId: OrderID
    package let form: JSONValue
    package init(_ deliveryId: OrderID, _ form: JSONValue = [:]) { (self.deliveryId, self.form) = (deliveryId, form) }

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        let deliveries = try FuelDeliveries(tx), (order, actor) = try deliveries.acted(deliveryId)
        var reader = FormReader(form)
        let reason = reader.text("reason", 1...200, isRequired: true, multiline: true)
        let at = try DeliveryMoment.read(&reader, of: order, now: tx.now)
        return try deliveries.take(.release(reason: reason, by: actor), on: order, at: at)
    }
}
