import Contracts
import Kernel
import OrdersFuelCatalog
import OrdersKit

/// Reads what a dispatcher sent about a truck, and names every field that is wrong.
struct TruckEditor {
    private var reader: FormReader
    private let code: String?
    private let plate: String?
    /// Nil: not sent.
    let areaId: ServiceAreaID?
    private let compartments: [Truck.Compartment]?

    /// - Parameter isEdit: what is not sent stays.
    init(_ form: JSONValue, isEdit: Bool, in tx: OrdersTransaction) throws {
        var reader = FormReader(form, isEdit: isEdit)
        code = reader.text("code", 1...40, isRequired: true)
        if let code, !TruckRules.isCode(code) { reader.fail("code", "must be T- and three digits") }
        plate = reader.text("plate", 2...10, isRequired: true)
        areaId = reader.id("areaId", isRequired: true)
        compartments = try Self.compartments(&reader, tx)
        self.reader = reader
    }

    private static func compartments(_ reader: inout FormReader, _ tx: OrdersTransaction) throws -> [Truck.Compartment]? {
        guard let sent = reader.value("compartments", isRequired: true) else { return nil }
        guard let entries = sent.array, TruckRules.compartments.contains(entries.count) else {
            reader.fail("compartments", "must be 1 to 6 entries")
            return nil
        }
        var found: [Truck.Compartment] = []
        for entry in entries {
            guard let fuel = entry["fuelType"]?.string?.trimmed, try tx.fuelTerms.fuel(fuel) != nil else {
                reader.fail("compartments", "must name known fuels")
                continue
            }
            var inner = FormReader(entry)
            guard let capacity = inner.number("capacityGallons").flatMap({ Gallons($0) }),
                  TruckRules.capacity.contains(capacity.thousandths) else {
                reader.fail("compartments", "must hold 50 to 5000 gallons each")
                continue
            }
            if found.contains(where: { $0.fuelType == fuel }) { reader.fail("compartments", "must not name a fuel twice") }
            found.append(Truck.Compartment(fuelType: fuel, capacity: capacity))
        }
        return found
    }

    func isAreaKnown(in tx: OrdersTransaction) throws -> Bool { try areaId.map { try tx.serviceAreas.find($0) != nil } ?? true }

    /// Throws 422 for what is wrong.
    func check(in tx: OrdersTransaction) throws {
        var reader = reader
        if try !isAreaKnown(in: tx) { reader.fail("areaId", "must be a service area") }
        try reader.finish()
    }

    /// A new truck. Everything was checked.
    func truck(_ id: TruckID, at now: Timestamp) throws(Rejection) -> Truck {
        guard let code, let plate, let areaId, let compartments else { throw .invalid(["code": ["is required"]]) }
        return Truck(id: id, code: code, plate: plate, areaId: areaId, compartments: compartments, createdAt: now, updatedAt: now)
    }
    /// What was not sent stays.
    func apply(to truck: inout Truck) {
        truck.code = code ?? truck.code
        truck.plate = plate ?? truck.plate
        truck.areaId = areaId ?? truck.areaId
        guard let compartments else { return }
        truck.compartments = compartments.map { new in
            var kept = new
            if let old = truck.compartment(of: new.fuelType) { (kept.onHand, kept.reserved) = (old.onHand, old.reserved) }
            return kept
        }
    }
}
