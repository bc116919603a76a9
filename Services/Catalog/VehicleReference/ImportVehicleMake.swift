import CatalogFuelPrices
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An operator brings a make with its models. Orders keep a copy, which vehicles are judged by.
extension ImportVehicleMake: Command {
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        var check = Validation()
        try ImportedReferenceRules.judge(make, models, isFuel: { try tx.fuelTypes.find($0) != nil }, &check)
        try check.check()
        try tx.vehicleReference.save(make.trimmed, models)
        try tx.publish(VehicleMakeChanged(make: make.trimmed, models: models))
        return NoContent()
    }
}
