import Contracts
import OrdersVehicles
import Testing

@Suite("The reference list of models")
struct ReferenceCheckTests {
    private static let camry = [
        VehicleModel(model: "Camry", yearFrom: 2012, yearTo: 2017, fuelTypes: ["regular"], tankThousandths: 17_000),
        VehicleModel(model: "Camry", yearFrom: 2018, yearTo: nil, fuelTypes: ["regular", "midgrade"], tankThousandths: 15_800),
    ]
    private static let leaf = [VehicleModel(model: "Leaf", yearFrom: 2010, yearTo: nil, fuelTypes: [], tankThousandths: nil)]
    private static let old = [VehicleModel(model: "Jetta TDI", yearFrom: 1981, yearTo: 2015, fuelTypes: ["diesel"], tankThousandths: nil)]

    @Test("The entry of the year says which fuels and how large the tank is")
    func finding() {
        func check(_ year: Int, _ fuel: String) -> ReferenceCheck.Finding {
            ReferenceCheck.finding(Self.camry, year: year, fuelType: fuel)
        }
        #expect(check(2017, "regular") == .fits(tank: Gallons(thousandths: 17_000)))
        #expect(check(2018, "regular") == .fits(tank: Gallons(thousandths: 15_800)))
        #expect(check(2027, "midgrade") == .fits(tank: Gallons(thousandths: 15_800)))
        #expect(check(2017, "midgrade") == .otherFuels(["regular"]))
        #expect(check(2011, "regular") == .notBuiltThen(first: 2012, last: nil))
        #expect(check(2021, "diesel") == .otherFuels(["regular", "midgrade"]))
        #expect(ReferenceCheck.finding([], year: 1999, fuelType: "anything") == .unknown)
        #expect(ReferenceCheck.finding(Self.leaf, year: 2020, fuelType: "regular") == .electric)
        #expect(ReferenceCheck.finding(Self.old, year: 2016, fuelType: "diesel") == .notBuiltThen(first: 1981, last: 2015))
        #expect(ReferenceCheck.finding(Self.old, year: 2015, fuelType: "diesel") == .fits(tank: nil))
    }
}
