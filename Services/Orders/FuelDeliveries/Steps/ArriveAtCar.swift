import Contracts
import Kernel
import OrdersFuel
import OrdersKit
import OrdersTrucks
import ServiceKit

/// The driver says that he is there. His position proves it, or he says why it does not.
package struct ArriveAtCar: DeliveryRequest, Command {
    package static let type: MessageType = "orders.arrive-at-car.v1"
    package let deliveryId: OrderID
    package let form: JSONValue
    package init(_ deliveryId: OrderID, _ form: JSONValue = [:]) { (self.deliveryId, self.form) = (deliveryId, form) }

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        let deliveries = try FuelDeliveries(tx), order = try deliveries.driven(deliveryId)
        var reader = FormReader(form)
        let isOverride = reader.flag("override") == true
        let reason = reader.text("reason", 1...200, isRequired: isOverride, multiline: true)
        let at = try DeliveryMoment.read(&reader, of: order, now: tx.now)
        let overrideReason = try order.status == .enRoute && !isProven(order, in: tx, isOverride) ? reason : nil
        return try deliveries.take(.arrive(overrideReason: overrideReason, by: .driver), on: order, at: at)
    }

    /// False: no position proves it, and the driver said why. Throws if he did not.
    private func isProven(_ order: FuelOrder, in tx: OrdersTransaction, _ isOverride: Bool) throws -> Bool {
        guard let driver = order.driver?.id else { return true }
        let distance = try tx.driverPoints.newest(of: driver).flatMap {
            ArrivalProof.distance($0, to: order.quote.place.location, now: tx.now)
        }
        if let distance, distance <= ArrivalProof.meters { return true }
        guard isOverride else {
            throw Rejection.conflict("not-at-location", "You are not at the customer's place yet.",
                                     ["distanceMeters": distance.map { .int(Int($0.rounded())) } ?? .null])
        }
        return false
    }
}

/// What proves that a driver who says so has arrived.
enum ArrivalProof {
    static let meters = 150.0
    static let ageMinutes = 2

    /// Metres from a position to the place. Nil: the position is too old to prove anything.
    static func distance(_ point: DriverPoint, to place: GeoPoint, now: Timestamp) -> Double? {
        now - point.recordedAt < .minutes(ageMinutes) ? point.location.meters(to: place) : nil
    }
}
