import Contracts
import Kernel
import OrdersFuelCatalog
import OrdersKit
import ServiceKit

/// A dispatcher changes a truck. What is not sent stays; area and compartments only while nobody drives it.
package struct ChangeTruck: Command {
    package static let type: MessageType = "orders.change-truck.v1"
    package let truckId: TruckID
    package let form: JSONValue
    package init(_ truckId: TruckID, _ form: JSONValue) { (self.truckId, self.form) = (truckId, form) }
    package init(from decoder: any Decoder) throws { (truckId, form) = try PathForm.read("truckId", decoder) }
    package func encode(to encoder: any Encoder) throws { try PathForm.write(truckId, as: "truckId", form, encoder) }

    package func handle(in tx: OrdersTransaction) throws -> TruckReply { try TruckRequests(tx).run(.change(self)) }

    /// Throws 404.
    func read(in tx: OrdersTransaction) throws -> TruckEditor {
        guard try tx.trucks.find(truckId) != nil else { throw Rejection.notFound }
        return try TruckEditor(form, isEdit: true, in: tx)
    }

    func change(in tx: OrdersTransaction) throws -> TruckMade {
        let editor = try read(in: tx)
        try editor.check(in: tx)
        guard let before = try tx.trucks.find(truckId) else { throw Rejection.notFound }
        var truck = before
        editor.apply(to: &truck)
        let shift = try tx.shifts.open(with: truckId)
        guard truck != before else { return TruckMade(TruckAnswer(truck, driver: shift?.driver)) }
        if truck.code != before.code, try tx.trucks.find(code: truck.code) != nil { throw TruckRules.codeTaken }
        if shift != nil, truck.areaId != before.areaId || truck.compartments != before.compartments { throw TruckRules.hasShift }
        try TruckRules.requireRoom(in: truck.compartments, for: before.compartments)
        truck.updatedAt = tx.now.wholeSeconds
        try tx.trucks.update(truck)
        try tx.publish(truck.changed)
        return TruckMade(TruckAnswer(truck, driver: shift?.driver))
    }
}
