import Contracts
import Kernel
import OrdersFuel
import OrdersKit
import ServiceKit

/// The driver stands at the right car: he types its plate.
package struct StartFueling: DeliveryRequest, Command {
    package static let type: MessageType = "orders.start-fueling.v1"
    package let deliveryId: OrderID
    package let form: JSONValue
    package init(_ deliveryId: OrderID, _ form: JSONValue = [:]) { (self.deliveryId, self.form) = (deliveryId, form) }

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        let deliveries = try FuelDeliveries(tx), order = try deliveries.driven(deliveryId)
        var reader = FormReader(form)
        let plate = reader.text("plate", 1...20, isRequired: true) ?? ""
        let at = try DeliveryMoment.read(&reader, of: order, now: tx.now)
        return try deliveries.take(.startFueling(plate: plate, by: .driver), on: order, at: at)
    }
}
