import Contracts
import Kernel

/// What somebody sends of a vehicle: a new one, or the fields that change. Reads the form; what only rows know is added by `VehicleEditor`.
struct VehicleForm {
    static let years = 1981
    static let tankSizes = Gallons(thousandths: 5000)...Gallons(thousandths: 60_000)
    private static let plateLengths = 1...30

    struct PlateFields {
        let region: String
        let number: String
        let normalized: String
        let isPersonalized: Bool
    }

    var reader: FormReader
    let isNew: Bool
    let make: String?
    let model: String?
    let year: Int?
    let fuelType: String?
    let plate: PlateFields?
    /// Also of a plate whose number is wrong.
    let plateRegion: String?
    let nickname: String?
    let color: String?
    let tank: Gallons?
    let fuelDoorSide: Vehicle.Side?
    let isDefault: Bool?

    init(_ form: JSONValue, isNew: Bool, latestYear: Int) {
        var reader = FormReader(form, isEdit: !isNew)
        self.isNew = isNew
        make = reader.text("make", 1...40, isRequired: true)
        model = reader.text("model", 1...40, isRequired: true)
        year = reader.integer("year", Self.years...latestYear, isRequired: true)
        fuelType = reader.text("fuelType", 1...40, isRequired: true)
        var region: String?
        plate = reader.object("plate", isRequired: true) { Self.plate(&$0, &region) }
        plateRegion = region
        nickname = reader.text("nickname", 0...40)
        color = reader.text("color", 0...30)
        tank = reader.gallons("tankCapacityGallons", Self.tankSizes)
        fuelDoorSide = reader.choice("fuelDoorSide", of: Vehicle.Side.allCases.map(\.rawValue)).flatMap { Vehicle.Side(rawValue: $0) }
        isDefault = reader.flag("isDefault")
        self.reader = reader
    }

    private static func plate(_ reader: inout FormReader, _ region: inout String?) -> PlateFields? {
        region = reader.text("region", 1...10, isRequired: true)?.uppercased()
        let number = reader.text("number", plateLengths, isRequired: true), normalized = number.flatMap(PlateRules.normalized)
        if number != nil, normalized == nil { reader.fail("number", "must have letters A to Z and digits only") }
        let isPersonalized = reader.flag("personalized") ?? false
        guard let region, let number, let normalized else { return nil }
        return PlateFields(region: region, number: number.uppercased(), normalized: normalized, isPersonalized: isPersonalized)
    }

    /// The new value of an optional field.
    func over<Value>(_ old: Value?, _ name: String, _ new: Value?) -> Value? { new ?? (reader.has(name) ? nil : old) }
}

extension FormReader {
    /// Gallons with at most three decimals.
    package mutating func gallons(_ name: String, _ range: ClosedRange<Gallons>, isRequired: Bool = false) -> Gallons? {
        guard let number = number(name, isRequired: isRequired) else { return nil }
        guard let gallons = Gallons(number) else {
            fail(name, "must have at most 3 decimals")
            return nil
        }
        guard range.contains(gallons) else {
            fail(name, "must be \(range.lowerBound.number.short) to \(range.upperBound.number.short)")
            return nil
        }
        return gallons
    }
}

extension Double {
    fileprivate var short: String { Int(exactly: self).map(String.init) ?? description }
}
