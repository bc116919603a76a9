import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Seeding. The account and the catalog's lists may not be known yet, so the vehicle is taken as it is described.
extension ImportVehicle: Command {
    public typealias Answer = NoContent
    public func handle(in tx: OrdersTransaction) throws -> NoContent {
        guard try tx.vehicles.find(vehicleId) == nil else { return NoContent() }
        guard let normalized = PlateRules.normalized(plateNumber), let source = Vehicle.TankSource(rawValue: tankCapacitySource) else {
            throw Rejection.invalid(["plateNumber": ["does not have the right form"]])
        }
        let question = PlateQuestion(region: region, normalized: normalized, isFormatKnown: true, make: make, model: model, year: year)
        let plate = Plate(region: region, number: plateNumber.uppercased(), normalized: normalized, isPersonalized: false,
                          status: tx.vehicleSettings.verifier.status(of: question))
        guard try tx.vehicles.find(plate, of: userId) == nil else { return NoContent() }
        try tx.add(Vehicle(
            id: vehicleId, owner: userId, make: make, model: model, year: year, fuelType: fuelType, plate: plate, nickname: nickname,
            color: color, tank: tankCapacityGallons, tankSource: source, fuelDoorSide: fuelDoorSide.flatMap { Vehicle.Side(rawValue: $0) },
            isDefault: try tx.vehicles.count(of: userId) == 0, createdAt: addedAt.wholeSeconds, updatedAt: addedAt.wholeSeconds))
        return NoContent()
    }
}
