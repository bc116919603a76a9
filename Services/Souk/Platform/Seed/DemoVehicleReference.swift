import Contracts
import Kernel
import ServiceKit

/// `vehicles.yml`: makes and models that people choose from, and what licence plates look like. It comes after the fuels that it names.
public struct DemoVehicleReference: DemoReader {
    public static let file = "vehicles.yml"
    public static let keys = ["makes", "plates"]
    private let makes: [ImportVehicleMake]
    private let plates: [ImportPlateFormat]

    public init(_ form: DemoForm) {
        makes = form.list("makes", in: form.root).map { value in
            form.allow(["make", "models"], in: value, what: "a make")
            return ImportVehicleMake(make: form.text("make", in: value),
                                     models: form.list("models", in: value).map { Self.model($0, form) })
        }
        plates = form.list("plates", in: form.root).map { value in
            form.allow(["region", "name", "masks"], in: value, what: "a plate format")
            return ImportPlateFormat(region: form.text("region", in: value), name: form.text("name", in: value),
                                     masks: form.texts("masks", in: value).map(\.text))
        }
    }

    private static func model(_ value: YAMLFile.Value, _ form: DemoForm) -> VehicleModel {
        form.allow(["model", "from", "to", "fuels", "tank"], in: value, what: "a model")
        let fuels = form.texts("fuels", in: value).map(\.text)
        let tank = value["tank"] == nil ? nil : Gallons(form.decimal("tank", in: value))
        if tank == nil, !fuels.isEmpty { form.fail(value.line, "'tank' must be gallons with at most three decimals") }
        return VehicleModel(model: form.text("model", in: value), yearFrom: form.number("from", in: value),
                            yearTo: form.optionalNumber("to", in: value), fuelTypes: fuels, tankThousandths: tank?.thousandths)
    }

    public func messages(in content: DemoContent) -> [DemoMessage] {
        makes.map { DemoMessage("vehicle-make/\($0.make)", .offers, $0) }
            + plates.map { DemoMessage("plate-format/\($0.region)", .offers, $0) }
    }
}
