import Contracts
import Foundation
import Kernel
import ServiceKit
import SoukPlatform
import SoukTool
import Testing

/// The figures of the product document.
@Suite("Demo data of fuel: prices, promo codes, reference lists")
struct DemoFuelPricesTests {
    static let seededAt = Timestamp("2026-11-21T07:00:00Z") ?? .distantPast
    private static let anyKey = SealingKey(id: "any", publicKey: "CQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
    private let messages: [any Message]

    /// Read once: hashing the passwords takes its time.
    static let loaded = Result {
        let yaml = try YAMLFile(path: "\(repository)/deploy/tenants/autofill.yml")
        let definition = try TenantFile(yaml, catalogue: InstalledServices.catalogue).definition
        let data = try DemoData(folder: "\(repository)/deploy/demo/autofill", definition: definition, seededAt: seededAt)
        let keys = Dictionary(InstalledServices.names.map { ($0, anyKey) }) { first, _ in first }
        return try data.messages(sealedTo: keys) { _ in }.map(\.message)
    }
    init() throws { messages = try Self.loaded.get() }

    private func all<M: Message>(_: M.Type) -> [M] { messages.compactMap { $0 as? M } }

    @Test("Four fuels in four zones have 90 days of prices, the last of them is today's")
    func prices() throws {
        #expect(all(ImportFuelType.self).map { [$0.code, $0.family] } == [
            ["regular", "gasoline"], ["midgrade", "gasoline"], ["premium", "gasoline"], ["diesel", "diesel"],
        ])
        let lists = all(ImportFuelPrices.self)
        #expect(lists.count == 16 && Set(lists.map(\.priceZoneId)).count == 4)
        #expect(lists.compactMap { $0.prices.last?.mills } == [
            3399, 3799, 4149, 3899, 3549, 3949, 4299, 4049, 3349, 3749, 4099, 3849, 3449, 3849, 4199, 3949,
        ])
        for list in lists {
            let times = list.prices.map(\.validFrom)
            #expect(times == times.sorted() && Set(times).count == times.count)
            #expect(try #require(times.first) < Self.seededAt - .days(89) && #require(times.last) < Self.seededAt)
            // A step above 25 % would be a slip of the finger.
            for (old, new) in zip(list.prices, list.prices.dropFirst()) { #expect(abs(new.mills - old.mills) * 4 <= old.mills) }
        }
        let ids = lists.flatMap { $0.prices.map(\.priceId) }
        #expect(Set(ids).count == ids.count)
    }

    @Test("Prices come after the zone and the fuel that they name, vehicles after the fuels")
    func order() throws {
        func first<M: Message>(_: M.Type) throws -> Int { try #require(messages.firstIndex { $0 is M }) }
        func last<M: Message>(_: M.Type) throws -> Int { try #require(messages.lastIndex { $0 is M }) }
        #expect(try last(ImportPriceZone.self) < first(ImportFuelPrices.self))
        #expect(try last(ImportFuelType.self) < first(ImportFuelPrices.self) && last(ImportFuelType.self) < first(ImportVehicleMake.self))
    }

    @Test("The promo codes of the document")
    func promos() throws {
        let promos = Dictionary(all(ImportPromoCode.self).map { ($0.promo.code, $0.promo) }) { first, _ in first }
        #expect(promos.keys.sorted() == ["FREEDELIVERY", "LASTONE", "SUMMER26", "WELCOME10"])
        #expect(promos["WELCOME10"] == PromoDefinition(code: "WELCOME10", kind: .fixed, value: 1000, target: .fuel, minFuel: 3000,
                                                       firstOrderOnly: true))
        #expect(promos["FREEDELIVERY"] == PromoDefinition(code: "FREEDELIVERY", kind: .percent, value: 100, target: .delivery,
                                                          maxTotalUses: 1000, maxUsesPerUser: 2))
        #expect(promos["LASTONE"] == PromoDefinition(code: "LASTONE", kind: .fixed, value: 500, target: .fuel, maxTotalUses: 1))
        #expect(try #require(promos["SUMMER26"]?.endsAt) < Self.seededAt)
    }

    @Test("At least 20 makes and 120 models with known fuels and tanks, and plates of every state")
    func reference() throws {
        let makes = all(ImportVehicleMake.self)
        let models = makes.flatMap(\.models)
        #expect(makes.count >= 20 && models.count >= 120 && Set(makes.map { $0.make.lowercased() }).count == makes.count)
        let fuels = Set(all(ImportFuelType.self).map(\.code))
        for make in makes {
            #expect(!make.models.isEmpty && Set(make.models.map { $0.model.lowercased() }).count == make.models.count, "\(make.make)")
            for model in make.models {
                #expect(fuels.isSuperset(of: model.fuelTypes) && model.yearTo ?? .max >= model.yearFrom, "\(make.make) \(model.model)")
                #expect(model.fuelTypes.isEmpty == (model.tankThousandths == nil), "\(make.make) \(model.model)")
                if let tank = model.tankThousandths { #expect((5000...60_000).contains(tank), "\(make.make) \(model.model)") }
            }
        }
        func model(_ make: String, _ name: String) throws -> VehicleModel {
            try #require(makes.first { $0.make == make }?.models.first { $0.model == name })
        }
        #expect(try model("Toyota", "Camry").tankThousandths == 15_800 && model("Toyota", "Camry").fuelTypes == ["regular"])
        #expect(try model("BMW", "X3").tankThousandths == 17_200 && model("BMW", "X3").fuelTypes.contains("premium"))
        #expect(try model("Ram", "1500").tankThousandths == 26_000 && model("Ram", "1500").fuelTypes.contains("diesel"))
        let plates = all(ImportPlateFormat.self)
        #expect(plates.count == 51 && Set(plates.map(\.region)).count == 51)
        #expect(plates.first { $0.region == "US-FL" }?.masks == ["AAAA99", "AA99AA", "AAA999"])
        #expect(plates.first { $0.region == "US-CA" }?.masks == ["9AAA999"] && plates.first { $0.region == "US-DC" }?.masks == [])
    }

    @Test("Both legal texts stand in both languages of the app")
    func legal() {
        let texts = all(ImportLegalText.self).map { "\($0.kind) \($0.version) \($0.language)" }
        #expect(texts.sorted() == ["privacy 1 en", "privacy 1 es", "terms 1 en", "terms 1 es"])
    }
}
