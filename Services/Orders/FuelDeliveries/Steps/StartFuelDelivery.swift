import Contracts
import Kernel
import OrdersFuel
import OrdersKit
import OrdersTrucks
import ServiceKit

/// The driver is on the way. The customer sees where he is from now on.
package struct StartFuelDelivery: DeliveryRequest, Command {
    package static let type: MessageType = "orders.start-fuel-delivery.v1"
    package let deliveryId: OrderID
    package let form: JSONValue
    package init(_ deliveryId: OrderID, _ form: JSONValue = [:]) { (self.deliveryId, self.form) = (deliveryId, form) }

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        let deliveries = try FuelDeliveries(tx), driver = deliveries.caller.user
        let order = try deliveries.driven(deliveryId)
        var reader = FormReader(form)
        let at = try DeliveryMoment.read(&reader, of: order, now: tx.now)
        let answer = try deliveries.take(.start(by: .driver), on: order, at: at)
        guard order.status == .assigned else { return answer }
        // After the step: too early is said first. A refusal takes the step back.
        let others = try tx.driverJobs.all(of: driver).filter { $0.id != deliveryId && $0.state == .underWay(driver) }
        guard others.isEmpty else {
            throw Rejection.conflict("another-delivery-active", "Finish your active delivery before you start this one.")
        }
        if let shift = try tx.shifts.open(of: driver), let newest = try tx.driverPoints.newest(of: shift.id) {
            try DriverMoves(tx, shift).show(newest, to: deliveries.order(deliveryId))
        }
        return try deliveries.answer(deliveryId)
    }
}
