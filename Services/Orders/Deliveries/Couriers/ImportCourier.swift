import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Seeding. The account may not be known yet.
extension ImportCourier: Command {
    public typealias Answer = NoContent
    public func handle(in tx: OrdersTransaction) throws -> NoContent {
        guard let status = Courier.Status(rawValue: status) else {
            throw Rejection.invalid(["status": ["is not a status of a courier"]])
        }
        var courier = try tx.couriers.find(courierId) ?? Courier(id: courierId, createdAt: tx.now)
        // Who works already is not seeded again.
        guard courier.status == .pending else { return NoContent() }
        courier.status = status
        courier.vehicle = courier.vehicle ?? vehicle.flatMap { Courier.Vehicle(rawValue: $0) }
        courier.plate = courier.plate ?? plate
        try tx.couriers.save(courier)
        return NoContent()
    }
}
