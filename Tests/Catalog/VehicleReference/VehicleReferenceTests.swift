import CatalogService
import CatalogVehicleReference
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Makes, models and plate formats")
struct VehicleReferenceTests {
    private let camry = VehicleModel(model: "Camry", yearFrom: 1983, yearTo: nil, fuelTypes: ["regular"], tankThousandths: 15_800)
    private let avalon = VehicleModel(model: "Avalon", yearFrom: 1995, yearTo: 2022, fuelTypes: ["regular"], tankThousandths: 16_000)
    private let electric = VehicleModel(model: "bZ4X", yearFrom: 2023, yearTo: nil, fuelTypes: [], tankThousandths: nil)

    private func models(_ it: FuelPriceFixture, _ question: JSONValue) throws -> [JSONValue] {
        try it.shard.ask(VehicleModels.self, question).json["data"]?.array ?? []
    }

    @Test("Makes come by name with the number of their models, and an import replaces the models of a make")
    func makes() throws {
        let it = try FuelPriceFixture()
        try it.shard.receive(ImportVehicleMake(make: "Toyota", models: [camry]))
        try it.shard.receive(ImportVehicleMake(make: "BMW", models: []))
        try it.shard.receive(ImportVehicleMake(make: "toyota", models: [camry, avalon, electric]))
        let answer = try it.shard.ask(VehicleMakes.self).json
        #expect(answer["data"] == [["make": "BMW", "models": 0], ["make": "toyota", "models": 3]] && answer["meta"]?["total"] == 2)
        let last = try it.shard.published(VehicleMakeChanged.self).last
        #expect(last == VehicleMakeChanged(make: "toyota", models: [camry, avalon, electric]))
    }

    @Test("A make is found in any letters; a model shows its years, fuels and tank, an electric one none of the last two")
    func list() throws {
        let it = try FuelPriceFixture()
        try it.shard.receive(ImportVehicleMake(make: "Toyota", models: [camry, avalon, electric]))
        #expect(try models(it, ["make": "tOYOTA"]) == [
            ["model": "Avalon", "yearFrom": 1995, "yearTo": 2022, "fuelTypes": ["regular"], "tankCapacityGallons": 16],
            ["model": "Camry", "yearFrom": 1983, "yearTo": 2027, "fuelTypes": ["regular"], "tankCapacityGallons": 15.8],
            ["model": "bZ4X", "yearFrom": 2023, "yearTo": 2027, "fuelTypes": [], "tankCapacityGallons": .null],
        ])
        func names(_ year: Int) throws -> [String?] { try models(it, ["make": "toyota", "year": .int(year)]).map { $0["model"]?.string } }
        #expect(try names(1983) == ["Camry"] && names(2022) == ["Avalon", "Camry"] && names(2027) == ["Camry", "bZ4X"] && names(2028) == [])
        #expect(try it.shard.ask(VehicleModels.self, ["make": "Trabant"]).status == 404)
        #expect(try it.shard.ask(VehicleModels.self, ["make": "toyota", "perPage": 1, "page": 2]).json["meta"]
            == ["page": 2, "perPage": 1, "total": 3, "lastPage": 3])
    }

    @Test("Plate formats are found by region, and an unknown region is named")
    func plates() throws {
        let it = try FuelPriceFixture()
        try it.shard.receive(ImportPlateFormat(region: "US-FL", name: "Florida", masks: ["AAAA99", "AA99AA"]))
        try it.shard.receive(ImportPlateFormat(region: "US-AL", name: "Alabama", masks: []))
        let florida: JSONValue = ["region": "US-FL", "name": "Florida", "masks": ["AAAA99", "AA99AA"]]
        let all = try it.shard.ask(PlateFormats.self).json
        #expect(all["data"] == [["region": "US-AL", "name": "Alabama", "masks": []], florida] && all["meta"]?["total"] == 2)
        #expect(try it.shard.ask(PlateFormats.self, ["region": "us-fl"]).json["data"] == [florida])
        #expect(try it.shard.ask(PlateFormats.self, ["region": "US-FL", "page": 2]).json["data"] == [])
        #expect(it.errors(try it.shard.ask(PlateFormats.self, ["region": "FR-75"])) == ["region"])
        #expect(try it.shard.published(PlateFormatChanged.self).count == 2)
    }

    @Test("A list with unknown fuels, years that run backwards, tanks of any size or masks of other signs is refused")
    func refusals() throws {
        let it = try FuelPriceFixture()
        func errors(_ model: VehicleModel) throws -> Set<String> {
            it.errors(try it.shard.send(ImportVehicleMake(make: "Make", models: [model])))
        }
        func model(_ from: Int = 2000, _ to: Int? = nil, _ fuels: [String] = ["regular"], _ tank: Int? = 15_000) -> VehicleModel {
            VehicleModel(model: "One", yearFrom: from, yearTo: to, fuelTypes: fuels, tankThousandths: tank)
        }
        #expect(try errors(model()) == [])
        #expect(try errors(model(2000, 1999)) == ["models.0.yearTo"])
        #expect(try errors(model(2000, nil, ["coal"])) == ["models.0.fuelTypes"])
        #expect(try errors(model(2000, nil, ["regular"], 60_001)) == ["models.0.tankThousandths"])
        #expect(try errors(model(2000, nil, ["regular"], nil)) == ["models.0.tankThousandths"])
        #expect(try errors(model(2000, nil, [])) == ["models.0.tankThousandths"])
        #expect(it.errors(try it.shard.send(ImportVehicleMake(make: "Make", models: [model(), model()]))) == ["models.1.model"])
        #expect(it.errors(try it.shard.send(ImportPlateFormat(region: "Florida", name: "", masks: ["ABC", "A9"])))
            == ["region", "name", "masks.0"])
    }
}
