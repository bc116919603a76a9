import Contracts
import Kernel
import OrdersFuelCatalog
import OrdersKit
import ServiceKit

/// Makes a vehicle of a form, with what the catalog's lists say about it. Throws a 422 that names everything that is wrong.
struct VehicleEditor {
    let tx: OrdersTransaction

    /// The tank of a vehicle of which nobody says how large it is.
    static let usualTank = Gallons(thousandths: 18_000)

    /// - Parameter old: the vehicle before the edit; nil: it is new.
    func vehicle(_ form: JSONValue, over old: Vehicle?, owner: User.ID) throws -> Vehicle {
        let latest = try TimeZoneRules.named(tx.definition.timezone).local(tx.now).date.year + 1
        var fields = VehicleForm(form, isNew: old == nil, latestYear: latest)
        if let code = fields.fuelType, code != old?.fuelType, try tx.fuelTerms.fuel(code)?.isActive != true {
            fields.reader.fail("fuelType", "is not known")
        }
        // What was sent and is wrong is not judged as the old value would be.
        let make = fields.over(old?.make, "make", fields.make), model = fields.over(old?.model, "model", fields.model)
        let year = fields.over(old?.year, "year", fields.year), fuelType = fields.over(old?.fuelType, "fuelType", fields.fuelType)
        let (tank, source) = try tank(make, model, year, fuelType, &fields, over: old)
        let plate = try plate(&fields, over: old, make ?? "", model ?? "", year ?? 0)
        try fields.reader.finish()
        guard let make, let model, let year, let fuelType, let plate else { throw Rejection.invalid(["body": ["must be an object"]]) }
        return Vehicle(
            id: old?.id ?? tx.newID(), owner: owner, make: make, model: model, year: year, fuelType: fuelType, plate: plate,
            nickname: fields.over(old?.nickname, "nickname", fields.nickname), color: fields.over(old?.color, "color", fields.color),
            tank: tank, tankSource: source, fuelDoorSide: fields.over(old?.fuelDoorSide, "fuelDoorSide", fields.fuelDoorSide),
            isDefault: fields.isDefault == true || old?.isDefault == true, createdAt: old?.createdAt ?? tx.now.wholeSeconds,
            updatedAt: tx.now.wholeSeconds)
    }

    /// The size that the customer says, else that of the list, else the usual one. A size that the customer did not say follows the model.
    private func tank(_ make: String?, _ model: String?, _ year: Int?, _ fuelType: String?, _ fields: inout VehicleForm,
                      over old: Vehicle?) throws -> (Gallons, Vehicle.TankSource) {
        let isOther = old.map { $0.make != make || $0.model != model || $0.year != year || $0.fuelType != fuelType } ?? true
        var listed: Gallons?
        if let make, let model, isOther || fields.reader.isNull("tankCapacityGallons") {
            let finding = ReferenceCheck.finding(try tx.vehicleList.entries(of: model, by: make), year: year, fuelType: fuelType)
            listed = finding.tank
            if isOther { Self.report(finding.flaws, &fields.reader) }
        }
        if let said = fields.tank { return (said, .customer) }
        if let old, !fields.reader.has("tankCapacityGallons"), old.tankSource == .customer || !isOther { return (old.tank, old.tankSource) }
        return listed.map { ($0, .reference) } ?? (Self.usualTank, .usual)
    }

    private static func report(_ flaws: [ReferenceCheck.Flaw], _ reader: inout FormReader) {
        for flaw in flaws {
            switch flaw {
            case .electric: reader.fail("model", "has no tank")
            case .notBuiltThen(let first, let last):
                reader.fail("year", last.map { "must be \(first) to \($0)" } ?? "must be at least \(first)")
            case .otherFuels(let fuels): reader.fail("fuelType", "must be one of \(fuels.joined(separator: ", "))")
            }
        }
    }

    private func plate(_ fields: inout VehicleForm, over old: Vehicle?, _ make: String, _ model: String, _ year: Int) throws -> Plate? {
        guard let region = fields.plateRegion else { return old?.plate }
        let masks = try tx.vehicleList.masks(of: region)
        guard PlateRules.isKnown(region, masks: masks) else {
            fields.reader.fail("plate.region", "is not known")
            return nil
        }
        guard let sent = fields.plate else { return nil }
        let normalized = sent.normalized
        if let old = old?.plate, old.region == sent.region, old.normalized == normalized, old.isPersonalized == sent.isPersonalized {
            return Plate(region: old.region, number: sent.number, normalized: old.normalized, isPersonalized: old.isPersonalized,
                         status: old.status)
        }
        guard PlateRules.fits(normalized, masks: masks, isPersonalized: sent.isPersonalized) else {
            fields.reader.fail("plate.number", "does not have the right form")
            return nil
        }
        let question = PlateQuestion(region: sent.region, normalized: normalized, isFormatKnown: !masks.isEmpty, make: make,
                                     model: model, year: year)
        return Plate(region: sent.region, number: sent.number, normalized: normalized, isPersonalized: sent.isPersonalized,
                     status: tx.vehicleSettings.verifier.status(of: question))
    }
}
