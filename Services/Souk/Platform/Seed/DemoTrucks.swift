import Contracts
import Kernel
import ServiceKit

extension DemoNumber.Kind {
    public static let truck = Self("truck")
}

extension DemoID {
    public static func truck(_ n: Int) -> String { id("0000c3" + digits(n, 6)) }
}

/// `trucks.yml`: trucks with their fuel and with the stops that they make in their area every day.
public struct DemoTrucks: DemoReader {
    public static let file = "trucks.yml"
    public static let keys = ["trucks"]
    /// Of each compartment.
    private static let percentFull = 80
    private static let week = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    private let trucks: [(truck: ImportTruck, roster: ImportTruckRoster)]

    public init(_ form: DemoForm) {
        trucks = form.list("trucks", in: form.root).map { value in
            form.allow(["n", "code", "plate", "area", "stops", "fuels"], in: value, what: "a truck")
            let id = TruckID(DemoID.truck(form.own(of: .truck, in: value)))
            let area = ServiceAreaID(DemoID.serviceArea(form.reference("area", to: .serviceArea, in: value)))
            let compartments = form.list("fuels", in: value).map { fuel in
                form.allow(["fuel", "gallons"], in: fuel, what: "a compartment")
                return TruckCompartment(fuelType: form.text("fuel", in: fuel),
                                        capacityGallons: Gallons(thousandths: 1000 * form.number("gallons", in: fuel)))
            }
            let truck = ImportTruck(truckId: id, code: form.text("code", in: value), plate: form.text("plate", in: value), areaId: area,
                                    compartments: compartments, percentFull: Self.percentFull)
            let row = ImportTruckRoster.Row(areaId: area, weekdays: Self.week, stopsPerWindow: form.number("stops", in: value))
            return (truck, ImportTruckRoster(truckId: id, rows: [row]))
        }
    }

    public func messages(in content: DemoContent) -> [DemoMessage] {
        trucks.flatMap { truck, roster in
            [DemoMessage("truck/\(truck.code)", .offers, truck), DemoMessage("roster/\(truck.code)", .offers, roster)]
        }
    }
}
