import Contracts
import Kernel
import OrdersFuel
import OrdersKit
import ServiceKit

/// The fuel does not get into the car: nobody is there, it is not the car, or the place is not safe.
package struct FailFuelDelivery: DeliveryRequest, Command {
    package static let type: MessageType = "orders.fail-fuel-delivery.v1"
    package let deliveryId: OrderID
    package let form: JSONValue
    package init(_ deliveryId: OrderID, _ form: JSONValue = [:]) { (self.deliveryId, self.form) = (deliveryId, form) }

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        let deliveries = try FuelDeliveries(tx), (order, actor) = try deliveries.acted(deliveryId)
        var reader = FormReader(form)
        // A driver releases what he cannot serve.
        let said = FuelFailReason.allCases.filter { $0.isSaid && (actor != .driver || $0 != .notServable) }
        let reason = reader.choice("reason", of: said.map(\.rawValue), isRequired: true).flatMap { FuelFailReason(rawValue: $0) }
        let note = reader.text("note", 1...300, multiline: true)
        let at = try DeliveryMoment.read(&reader, of: order, now: tx.now)
        guard let reason else { throw Rejection.invalid(["reason": ["is required"]]) }
        return try deliveries.take(.fail(reason, note: note, by: actor), on: order, at: at)
    }
}
