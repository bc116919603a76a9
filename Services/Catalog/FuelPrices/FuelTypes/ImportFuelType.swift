import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Seeding. A fuel that is there already stays as it is: people may have changed it since.
extension ImportFuelType: Command {
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        guard try tx.fuelTypes.find(code) == nil else { return NoContent() }
        var check = Validation()
        check.text("code", code, 1...20)
        check.text("name", name, FuelType.nameLength)
        check.text("family", family, 1...20)
        check.number("grade", grade, 1...9)
        check.number("octane", octane, 1...120, required: false)
        try check.check()
        let fuel = FuelType(code: code, name: name, family: family, grade: grade, octane: octane, position: position)
        try tx.fuelTypes.save(fuel)
        try tx.publish(fuel.changed)
        return NoContent()
    }
}
