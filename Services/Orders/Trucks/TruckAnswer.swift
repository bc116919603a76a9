import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A truck as drivers and dispatchers see it.
package struct TruckAnswer: Encodable, Sendable {
    let truck: Truck
    /// Who has a shift with it.
    let driver: User.ID?
    init(_ truck: Truck, driver: User.ID?) { (self.truck, self.driver) = (truck, driver) }

    private enum Key: String, CodingKey { case id, code, plate, areaId, compartments, driverId, createdAt, updatedAt }
    private struct Compartment: Encodable {
        let fuelType: String
        let capacityGallons, onHand, reserved, available: Gallons
    }
    package func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(truck.id, forKey: .id)
        try box.encode(truck.code, forKey: .code)
        try box.encode(truck.plate, forKey: .plate)
        try box.encode(truck.areaId, forKey: .areaId)
        try box.encode(truck.compartments.map {
            Compartment(fuelType: $0.fuelType, capacityGallons: $0.capacity, onHand: $0.onHand, reserved: $0.reserved,
                        available: $0.available)
        }, forKey: .compartments)
        try box.encode(driver, forKey: .driverId)
        try box.encode(truck.createdAt.wholeSeconds, forKey: .createdAt)
        try box.encode(truck.updatedAt.wholeSeconds, forKey: .updatedAt)
    }
}

/// All trucks, by code.
package struct AllTrucks: Query {
    package static let type: MessageType = "orders.all-trucks.v1"
    package let page: Int?
    package let perPage: Int?

    package func answer(in view: OrdersView) throws -> Page<TruckAnswer> {
        let request = try PageRequest(page: page, perPage: perPage)
        let (trucks, total) = try view.trucks.list(limit: request.perPage, offset: request.offset)
        return Page(try trucks.map { TruckAnswer($0, driver: try view.shifts.open(with: $0.id)?.driver) }, request, total: total)
    }
}

/// One truck.
package struct TruckDetails: Query {
    package static let type: MessageType = "orders.truck-details.v1"
    package let truckId: TruckID

    package func answer(in view: OrdersView) throws -> TruckAnswer {
        guard let truck = try view.trucks.find(truckId) else { throw Rejection.notFound }
        return TruckAnswer(truck, driver: try view.shifts.open(with: truckId)?.driver)
    }
}
