import Contracts
import OrdersVehicles
import Testing

@Suite("The reference list of models")
struct ReferenceCheckTests {
    private static let camry = [
        VehicleModel(model: "Camry", yearFrom: 2012, yearTo: 2017, fuelTypes: ["regular"], tankThousandths: 17_000),
        VehicleModel(model: "Camry", yearFrom: 2018, yearTo: nil, fuelTypes: ["regular", "midgrade"], tankThousandths: 16_000),
    ]
    private static let leaf = [VehicleModel(model: "Leaf", yearFrom: 2010, yearTo: nil, fuelTypes: [], tankThousandths: nil)]
    private static let old = [VehicleModel(model: "Jetta TDI", yearFrom: 1981, yearTo: 2015, fuelTypes: ["diesel"], tankThousandths: nil)]

    @Test("The entry of the year says which fuels and how large the tank is")
    func finding() {
        func check(_ year: Int?, _ fuel: String?, of model: [VehicleModel] = Self.camry) -> ReferenceCheck.Finding {
            ReferenceCheck.finding(model, year: year, fuelType: fuel)
        }
        func tank(_ gallons: Int) -> ReferenceCheck.Finding { ReferenceCheck.Finding(tank: Gallons(thousandths: 1000 * gallons)) }
        func flaws(_ flaws: ReferenceCheck.Flaw...) -> ReferenceCheck.Finding { ReferenceCheck.Finding(flaws: flaws) }
        #expect(check(2017, "regular") == tank(17))
        #expect(check(2018, "regular") == tank(16) && check(2027, "midgrade") == tank(16))
        #expect(check(2017, "midgrade") == flaws(.otherFuels(["regular"])))
        #expect(check(2011, "regular") == flaws(.notBuiltThen(first: 2012, last: nil)))
        #expect(check(2021, "diesel") == flaws(.otherFuels(["regular", "midgrade"])))
        #expect(check(1999, "anything", of: []) == flaws())
        #expect(check(2020, "regular", of: Self.leaf) == flaws(.electric))
        #expect(check(2016, "diesel", of: Self.old) == flaws(.notBuiltThen(first: 1981, last: 2015)))
        #expect(check(2015, "diesel", of: Self.old) == flaws())
    }

    @Test("Everything that does not fit is named, also when the year or the fuel cannot be right at all")
    func flaws() {
        func flaws(_ model: [VehicleModel], _ year: Int?, _ fuel: String?) -> [ReferenceCheck.Flaw] {
            ReferenceCheck.finding(model, year: year, fuelType: fuel).flaws
        }
        #expect(flaws(Self.camry, 2011, "diesel") == [.notBuiltThen(first: 2012, last: nil), .otherFuels(["regular", "midgrade"])])
        #expect(flaws(Self.camry, 2011, "midgrade") == [.notBuiltThen(first: 2012, last: nil)])
        #expect(flaws(Self.camry, 2011, nil) == [.notBuiltThen(first: 2012, last: nil)])
        #expect(flaws(Self.camry, nil, "diesel") == [.otherFuels(["regular", "midgrade"])] && flaws(Self.camry, nil, nil).isEmpty)
        #expect(flaws(Self.leaf, nil, nil) == [.electric])
        #expect(flaws(Self.leaf, 2009, "regular") == [.notBuiltThen(first: 2010, last: nil), .electric])
        #expect(ReferenceCheck.finding(Self.camry, year: nil, fuelType: "regular").tank == Gallons(thousandths: 17_000))
    }
}
