import Contracts
import Kernel

/// What an imported reference list must be.
enum ImportedReferenceRules {
    static let years = 1886...2200
    static let modelsMax = 500
    /// Five to sixty gallons, which is what people may name as the size of a tank.
    static let tank = 5000...60_000
    static let masksMax = 20

    static func judge(_ make: String, _ models: [VehicleModel], isFuel: (String) throws -> Bool, _ check: inout Validation) rethrows {
        check.text("make", make, 1...40)
        check.require(models.count <= modelsMax, "models", "must have at most \(modelsMax) entries")
        var seen: Set<String> = []
        for (index, model) in models.enumerated() {
            let field = "models.\(index)"
            check.text("\(field).model", model.model, 1...40)
            check.require(seen.insert(model.model.lowercased()).inserted, "\(field).model", "comes twice")
            check.number("\(field).yearFrom", model.yearFrom, years)
            if let last = model.yearTo { check.require(last >= model.yearFrom, "\(field).yearTo", "must not be before yearFrom") }
            for code in model.fuelTypes where try !isFuel(code) { check.fail("\(field).fuelTypes", "is not known") }
            check.number("\(field).tankThousandths", model.tankThousandths, tank, required: !model.fuelTypes.isEmpty)
            if model.fuelTypes.isEmpty {
                check.require(model.tankThousandths == nil, "\(field).tankThousandths", "must be empty for an electric model")
            }
        }
    }

    static func judge(region: String, name: String, masks: [String], _ check: inout Validation) {
        check.require(region.wholeMatch(of: /[A-Z]{2}-[A-Z0-9]{1,3}/) != nil, "region", "must be a region such as US-FL")
        check.text("name", name, 1...60)
        check.require(masks.count <= masksMax, "masks", "must have at most \(masksMax) entries")
        for (index, mask) in masks.enumerated() {
            check.require(mask.wholeMatch(of: /[A9]{1,10}/) != nil, "masks.\(index)", "must consist of A and 9")
        }
    }
}
