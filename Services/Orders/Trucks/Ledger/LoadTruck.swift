import Contracts
import Kernel
import OrdersFuelCatalog
import OrdersKit
import ServiceKit

/// Fuel is put into a truck at a terminal: by its driver, or by a dispatcher.
package struct LoadTruck: Command {
    package static let type: MessageType = "orders.load-truck.v1"
    package let truckId: TruckID
    package let form: JSONValue
    package init(_ truckId: TruckID, _ form: JSONValue) { (self.truckId, self.form) = (truckId, form) }
    package init(from decoder: any Decoder) throws { (truckId, form) = try PathForm.read("truckId", decoder) }
    package func encode(to encoder: any Encoder) throws { try PathForm.write(truckId, as: "truckId", form, encoder) }

    package func handle(in tx: OrdersTransaction) throws -> Created<TruckLedgerAnswer> {
        let user = try tx.user()
        guard let truck = try tx.trucks.find(truckId) else { throw Rejection.notFound }
        let isDispatcher = tx.definition.permissions(of: user.roles).contains(TruckSettings.manage)
        guard try isDispatcher || tx.shifts.open(with: truckId)?.driver == user.userID else { throw TruckRules.notDriven }
        var reader = FormReader(form)
        let fuel = try FuelAmounts.fuel(&reader, in: tx)
        let loaded = FuelAmounts.read("gallons", 1...FuelAmounts.most, &reader) ?? 0
        let ticket = reader.text("ticket", 1...40, isRequired: true) ?? ""
        try reader.finish()
        guard let compartment = truck.compartment(of: fuel) else { throw TruckRules.notCarried }
        guard compartment.capacity.thousandths - compartment.onHand.thousandths >= loaded else { throw TruckRules.overfilled }
        guard try !tx.truckLedger.isUsed(ticket: ticket) else { throw TruckRules.ticketUsed }
        let entry = try Trucks(tx).add(.load, loaded, of: fuel, to: truckId, by: user.userID, at: tx.now) { $0.ticket = ticket }
        return Created(TruckLedgerAnswer(entry), at: "/trucks/\(truckId)/ledger")
    }
}

/// A dispatcher corrects what a compartment holds: evaporation, a gauge read by hand, fuel that was pumped back.
package struct AdjustTruck: Command {
    package static let type: MessageType = "orders.adjust-truck.v1"
    package let truckId: TruckID
    package let form: JSONValue
    package init(_ truckId: TruckID, _ form: JSONValue) { (self.truckId, self.form) = (truckId, form) }
    package init(from decoder: any Decoder) throws { (truckId, form) = try PathForm.read("truckId", decoder) }
    package func encode(to encoder: any Encoder) throws { try PathForm.write(truckId, as: "truckId", form, encoder) }

    package func handle(in tx: OrdersTransaction) throws -> Created<TruckLedgerAnswer> {
        guard let truck = try tx.trucks.find(truckId) else { throw Rejection.notFound }
        var reader = FormReader(form)
        let fuel = try FuelAmounts.fuel(&reader, in: tx)
        let delta = FuelAmounts.read("gallonsDelta", -FuelAmounts.most...FuelAmounts.most, &reader)
        if delta == 0 { reader.fail("gallonsDelta", "must not be 0") }
        let reason = reader.text("reason", 1...200, isRequired: true, multiline: true) ?? ""
        try reader.finish()
        guard let delta else { throw Rejection.invalid(["gallonsDelta": ["is required"]]) }
        guard let compartment = truck.compartment(of: fuel) else { throw TruckRules.notCarried }
        guard compartment.onHand.thousandths + delta <= compartment.capacity.thousandths else { throw TruckRules.overfilled }
        guard delta > 0 || compartment.onHand.thousandths + delta >= compartment.reserved.thousandths else { throw TruckRules.insufficient }
        let entry = try Trucks(tx).add(.adjustment, delta, of: fuel, to: truckId, by: try tx.user().userID, at: tx.now) {
            $0.reason = reason
        }
        return Created(TruckLedgerAnswer(entry), at: "/trucks/\(truckId)/ledger")
    }
}

/// Gallons as requests send them.
package enum FuelAmounts {
    /// In thousandths: far from where sums overflow.
    package static let most = 1_000_000_000

    /// The code of a fuel. One that is sold nowhere is a wrong field; whether the truck carries it is another question.
    fileprivate static func fuel(_ reader: inout FormReader, in tx: OrdersTransaction) throws -> String {
        guard let code = reader.text("fuelType", 1...40, isRequired: true) else { return "" }
        if try tx.fuelTerms.fuel(code) == nil { reader.fail("fuelType", "is not known") }
        return code
    }

    /// A field that a form needs, in thousandths of a gallon. Nil: the reader knows what is wrong.
    package static func read(_ field: String, _ range: ClosedRange<Int>, _ reader: inout FormReader) -> Int? {
        guard let sent = reader.number(field, isRequired: true) else { return nil }
        guard let gallons = Gallons(sent) else {
            reader.fail(field, "must be a number with at most 3 decimals")
            return nil
        }
        guard range.contains(gallons.thousandths) else {
            reader.fail(field, range.lowerBound > 0 ? "must be more than 0" : "is out of range")
            return nil
        }
        return gallons.thousandths
    }
}
