import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A pricing manager renames a fuel, or switches it on or off everywhere. What is not sent stays.
package struct ChangeFuelType: Command {
    package static let type: MessageType = "catalog.change-fuel-type.v1"
    let code: String
    let form: JSONValue
    package init(code: String, _ form: JSONValue) { (self.code, self.form) = (code, form) }
    package init(from decoder: any Decoder) throws { (code, form) = try PathForm.read("code", decoder) }
    package func encode(to encoder: any Encoder) throws { try PathForm.write(code, as: "code", form, encoder) }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        let old = try tx.fuelTypes.require(code)
        var reader = FormReader(form, isEdit: true)
        var fuel = old
        fuel.name = reader.text("name", FuelType.nameLength, isRequired: true) ?? old.name
        if reader.isNull("active") { reader.fail("active", "is required") }
        fuel.active = reader.flag("active") ?? old.active
        try reader.finish()
        if fuel != old {
            if fuel.active != old.active { try FuelPriceBoard(tx).catchUp(fuel: old) }
            try tx.fuelTypes.save(fuel)
            try tx.publish(fuel.changed)
            if fuel.active != old.active { try FuelPriceBoard(tx).showAnew(fuel: fuel) }
        }
        return JSONBody(capacity: 256) { [fuel] (writer: inout JSONWriter) in fuel.write(to: &writer) }
    }
}
