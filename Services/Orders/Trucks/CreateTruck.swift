import Contracts
import Kernel
import OrdersFuelCatalog
import OrdersKit
import ServiceKit

/// A dispatcher adds a truck. Its compartments are empty.
package struct CreateTruck: Command {
    package static let type: MessageType = "orders.create-truck.v1"
    package let form: JSONValue
    package init(_ form: JSONValue) { self.form = form }
    package init(from decoder: any Decoder) throws { form = try JSONValue(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }

    package func handle(in tx: OrdersTransaction) throws -> TruckReply { try TruckRequests(tx).run(.create(self)) }

    /// Throws 422 with what is wrong, save for an area that nobody told of.
    func read(in tx: OrdersTransaction) throws -> TruckEditor { try TruckEditor(form, isEdit: false, in: tx) }

    func create(in tx: OrdersTransaction) throws -> TruckMade {
        let editor = try read(in: tx)
        try editor.check(in: tx)
        let truck = try editor.truck(tx.newID(), at: tx.now.wholeSeconds)
        guard try tx.trucks.find(code: truck.code) == nil else { throw TruckRules.codeTaken }
        try tx.trucks.insert(truck)
        try tx.publish(truck.changed)
        return TruckMade(TruckAnswer(truck, driver: nil), status: 201, location: "/trucks/\(truck.id)")
    }
}
