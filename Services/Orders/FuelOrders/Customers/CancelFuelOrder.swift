import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Its customer or the staff cancel an order. A fee is only taken if it was accepted.
package struct CancelFuelOrder: Command {
    package static let type: MessageType = "orders.cancel-fuel-order.v1"
    let orderId: OrderID
    let form: JSONValue
    package init(_ orderId: OrderID, _ form: JSONValue = [:]) { (self.orderId, self.form) = (orderId, form) }
    package init(from decoder: any Decoder) throws { (orderId, form) = try FuelOrderPath.read(decoder) }
    package func encode(to encoder: any Encoder) throws { try FuelOrderPath.write(orderId, form, encoder) }

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        let viewer = try tx.fuelViewer(), actor = try viewer.actor(in: try tx.settledFuelOrder(orderId))
        var reader = FormReader(form)
        let reason = reader.text("reason", 1...200, multiline: true)
        let fee = reader.money("acceptedFee", 0...FuelOrderPath.moneyMax, in: tx.definition.currency)
        try reader.finish()
        return try tx.fuelAnswer(.cancel(by: actor, reason: reason, acceptedFee: fee), to: orderId, viewer)
    }
}

/// A body beside the id of an order in the path.
enum FuelOrderPath {
    static let moneyMax = 100_000_000
    private static let name = "orderId"

    static func read(_ decoder: any Decoder) throws -> (OrderID, JSONValue) {
        try PathForm.read(name, decoder)
    }
    static func write(_ order: OrderID, _ form: JSONValue, _ encoder: any Encoder) throws {
        try PathForm.write(order, as: name, form, encoder)
    }
}
