import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A courier changes his vehicle or his plate. What is not sent stays; null clears.
package struct ChangeCourier<Order: DeliveredOrder>: Command {
    package static var type: MessageType { "orders.change-courier.v1" }
    /// Sent as null or as a text; nil: not sent.
    package let vehicle: String??
    package let plate: String??
    package let courierId: User.ID?
    package init(vehicle: String?? = nil, plate: String?? = nil, courierId: User.ID? = nil) {
        (self.vehicle, self.plate, self.courierId) = (vehicle, plate, courierId)
    }

    private enum Key: String, CodingKey { case vehicle, plate, courierId }
    package init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        vehicle = box.contains(.vehicle) ? .some(try box.decodeIfPresent(String.self, forKey: .vehicle)) : .none
        plate = box.contains(.plate) ? .some(try box.decodeIfPresent(String.self, forKey: .plate)) : .none
        courierId = try box.decodeIfPresent(User.ID.self, forKey: .courierId)
    }
    package func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        if let vehicle { try box.encode(vehicle, forKey: .vehicle) }
        if let plate { try box.encode(plate, forKey: .plate) }
        try box.encodeIfPresent(courierId, forKey: .courierId)
    }

    package func handle(in tx: OrdersTransaction) throws -> CourierVerdict<CourierAnswer> {
        var check = Validation()
        let kind = vehicle?.flatMap { Courier.Vehicle(rawValue: $0) }
        if case .some(.some) = vehicle { check.require(kind != nil, "vehicle", "must be car, motorcycle or bicycle") }
        let text = check.text("plate", plate ?? nil, 0...20, required: false)
        let deliveries = Deliveries<Order>(tx)
        try deliveries.checkRider(courierId, &check)
        try check.check()
        return try deliveries.act(as: courierId) { courier, _ in
            if vehicle != nil { courier.vehicle = kind }
            if plate != nil { courier.plate = text.flatMap { $0.isEmpty ? nil : $0 } }
            try tx.couriers.save(courier)
            return .done(try tx.courierAnswer(courier))
        }
    }
}
