import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An operator brings what plates of a region look like. Orders keep a copy, which plates are judged by.
extension ImportPlateFormat: Command {
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        var check = Validation()
        ImportedReferenceRules.judge(region: region, name: name, masks: masks, &check)
        try check.check()
        try tx.vehicleReference.save(VehicleReferenceStore.PlateFormat(region: region, name: name, masks: masks))
        try tx.publish(PlateFormatChanged(region: region, name: name, masks: masks))
        return NoContent()
    }
}
