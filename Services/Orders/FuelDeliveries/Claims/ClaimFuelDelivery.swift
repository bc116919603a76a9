import Contracts
import Kernel
import OrdersFuel
import OrdersKit
import OrdersTrucks
import ServiceKit

/// A driver on shift takes a delivery; the first one gets it.
package struct ClaimFuelDelivery: DeliveryRequest, Command {
    package static let type: MessageType = "orders.claim-fuel-delivery.v1"
    package let deliveryId: OrderID
    package let form: JSONValue
    package init(_ deliveryId: OrderID, _ form: JSONValue = [:]) { (self.deliveryId, self.form) = (deliveryId, form) }

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        let deliveries = try FuelDeliveries(tx)
        let order = try deliveries.order(deliveryId)
        guard order.status != .pending else { throw Rejection.notFound }
        var reader = FormReader(form)
        let at = try DeliveryMoment.read(&reader, of: order, now: tx.now)
        let shift = try DriverShifts(tx).require(deliveries.caller.user)
        if try ClaimRules.isFree(order, by: shift.driver) {
            let job = try tx.driverJobs.find(deliveryId)
            guard job?.state == .open, order.areaId == shift.areaId else { throw Rejection.deliveryNotAvailable }
            try deliveries.assign(order, to: shift, by: .driver, at: at)
        }
        return try deliveries.answer(deliveryId)
    }
}

/// A dispatcher gives a delivery to a driver on shift, wherever and whenever it is.
package struct AssignFuelDelivery: DeliveryRequest, Command {
    package static let type: MessageType = "orders.assign-fuel-delivery.v1"
    package let deliveryId: OrderID
    package let form: JSONValue
    package init(_ deliveryId: OrderID, _ form: JSONValue = [:]) { (self.deliveryId, self.form) = (deliveryId, form) }

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        let deliveries = try FuelDeliveries(tx)
        let order = try deliveries.order(deliveryId)
        guard deliveries.caller.user != order.customer else { throw Rejection.forbidden }
        var reader = FormReader(form)
        let driver: User.ID? = reader.id("driverId", isRequired: true)
        if let driver, try !tx.fuelDrivers.contains(driver) { reader.fail("driverId", "must be a driver") }
        let at = try DeliveryMoment.read(&reader, of: order, now: tx.now)
        guard let driver else { throw Rejection.invalid(["driverId": ["is required"]]) }
        let shift = try DriverShifts(tx).require(driver)
        if try ClaimRules.isFree(order, by: driver) { try deliveries.assign(order, to: shift, by: .dispatcher, at: at) }
        return try deliveries.answer(deliveryId)
    }
}

/// Whether a driver may have a delivery. Asked when one is claimed or assigned.
enum ClaimRules {
    /// Deliveries of one driver at a time.
    static let jobsMax = 5

    /// True: it may become the driver's. False: it is already. Throws why it cannot.
    static func isFree(_ order: FuelOrder, by driver: User.ID) throws(Rejection) -> Bool {
        switch order.status {
        case .scheduled: break
        case .assigned, .enRoute, .arrived, .fueling:
            guard order.driver?.id == driver else { throw .deliveryAlreadyAssigned }
            guard order.status == .assigned else { throw .invalidTransition(order) }
            return false
        case .pending, .completed, .cancelled, .failed: throw .deliveryNotAvailable
        }
        guard order.customer != driver else { throw .deliveryNotAvailable }
        return true
    }

    static let tooMany = Rejection.conflict("too-many-deliveries", "Finish a delivery before you take another one.")
}

extension FuelDeliveries {
    /// The order sets its fuel aside on the truck; without enough of it that refuses the request.
    func assign(_ order: FuelOrder, to shift: Shift, by actor: FuelActor, at: Timestamp) throws {
        guard try tx.driverJobs.all(of: shift.driver).count < ClaimRules.jobsMax else { throw ClaimRules.tooMany }
        let driver = FuelDriver(id: shift.driver, truckId: shift.truck, truckCode: shift.truckCode)
        try learn(order.id, .assign(driver, by: actor), at: at)
    }
}
