import Contracts
import Kernel
import OrdersFuel
import OrdersKit
import OrdersTrucks
import ServiceKit

/// The fuel is in the car, with the meter and a photo of it as proof.
package struct CompleteFuelDelivery: DeliveryRequest, Command {
    package static let type: MessageType = "orders.complete-fuel-delivery.v1"
    package let deliveryId: OrderID
    package let form: JSONValue
    package init(_ deliveryId: OrderID, _ form: JSONValue = [:]) { (self.deliveryId, self.form) = (deliveryId, form) }

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        let deliveries = try FuelDeliveries(tx), (order, actor) = try deliveries.acted(deliveryId)
        try deliveries.requireFueller(of: order)
        var reader = FormReader(form)
        let at = try DeliveryMoment.read(&reader, of: order, now: tx.now)
        // The stock may have been corrected since the reading.
        if order.status == .fueling, let driver = order.driver, let reading = order.reading {
            try deliveries.requireStock(for: reading, of: order, on: driver.truckId)
        }
        return try deliveries.take(.complete(by: actor), on: order, at: at)
    }
}
