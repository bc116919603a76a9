import Contracts
import Kernel
import ServiceKit

extension Feature {
    /// Makes, models and plate formats that people choose from. Orders judge vehicles by copies of them.
    package static let vehicleReference = Feature(
        "vehicle-reference",
        migrations: [CreateVehicleReference.self],
        commands: [ImportVehicleMake.self, ImportPlateFormat.self],
        queries: [VehicleMakes.self, VehicleModels.self, PlateFormats.self],
        publishes: [VehicleMakeChanged.self, PlateFormatChanged.self],
        routes: VehicleReferenceRoutes.all,
        plugins: [PluginDeclaration(VehicleReferenceRoutes.plugin)])
}

enum VehicleReferenceRoutes {
    static let plugin = "vehicle-reference"
    private static let make = Schema.object(["make": .string(), "models": .integer()], required: ["make", "models"])
    private static let model = Schema.object([
        "model": .string(), "yearFrom": .integer(), "yearTo": .integer(), "fuelTypes": .array(.string()),
        "tankCapacityGallons": Schema.number().orNull,
    ], required: ["model", "yearFrom", "yearTo", "fuelTypes"])
    private static let format = Schema.object(["region": .string(), "name": .string(), "masks": .array(.string())],
                                              required: ["region", "name", "masks"])

    static let all: [Route] = [
        .get("/vehicle-makes", VehicleMakes.self, access: .guest, plugin: plugin, summary: "Makes of vehicles, by name",
             answer: .page(of: make)),
        .get("/vehicle-makes/{make}/models", VehicleModels.self, access: .guest, plugin: plugin,
             query: ["year": .integer(ImportedReferenceRules.years)], summary: "Models of a make, by name; those of a year",
             answer: .page(of: model), refusals: ["404 not-found"], example: ["year": "2021"]),
        .get("/plate-formats", PlateFormats.self, access: .guest, plugin: plugin, query: ["region": .string(1...6)],
             summary: "What licence plates look like: A is a letter, 9 a digit", answer: .page(of: format),
             example: ["region": "US-FL"]),
    ]
}
