import Contracts
import Kernel
import ServiceKit

extension DemoNumber.Kind {
    public static let vehicle = Self("vehicle")
    public static let address = Self("address")
}

extension DemoID {
    public static func vehicle(_ n: Int) -> String { id("0000c3" + digits(n, 6)) }
    public static func address(_ n: Int) -> String { id("0000c7" + digits(n, 6)) }
}

/// Vehicles and addresses of accounts (`vehicles` and `addresses` in `garage.yml`). Of each account the first vehicle is the default.
public struct DemoVehicles: DemoReader {
    public static let file = "garage.yml"
    public static let keys = ["vehicles", "addresses"]

    public struct Vehicle: Sendable {
        public let n: Int
        public let account: Int
        public let make: String
        public let model: String
        public let year: Int
        public let fuelType: String
        public let region: String
        public let plate: String
        public let nickname: String?
        public let color: String?
        public let tankGallons: Gallons
        public let fuelDoorSide: String?
    }
    public struct Address: Sendable {
        public let n: Int
        public let account: Int
        public let label: String
        public let line1: String
        public let line2: String?
        public let city: String
        public let region: String
        public let postalCode: String
        public let lat: Double
        public let lng: Double
        public let instructions: String?
    }
    public let vehicles: [Vehicle]
    public let addresses: [Address]

    public init(_ form: DemoForm) {
        vehicles = form.list("vehicles", in: form.root).map { value in
            form.allow(["n", "account", "make", "model", "year", "fuelType", "region", "plate", "nickname", "color", "tankGallons",
                        "fuelDoorSide"], in: value, what: "a vehicle")
            let tank = Gallons(form.decimal("tankGallons", in: value))
            if tank == nil { form.fail(value.line(of: "tankGallons"), "'tankGallons' has more than 3 decimals") }
            return Vehicle(
                n: form.own(of: .vehicle, in: value), account: form.reference("account", to: .account, in: value),
                make: form.text("make", in: value), model: form.text("model", in: value), year: form.number("year", in: value),
                fuelType: form.text("fuelType", in: value), region: form.text("region", in: value), plate: form.text("plate", in: value),
                nickname: form.optionalText("nickname", in: value), color: form.optionalText("color", in: value),
                tankGallons: tank ?? .zero, fuelDoorSide: form.optionalText("fuelDoorSide", in: value))
        }
        addresses = form.list("addresses", in: form.root).map { value in
            form.allow(["n", "account", "label", "line1", "line2", "city", "region", "postalCode", "lat", "lng", "instructions"],
                       in: value, what: "an address")
            return Address(
                n: form.own(of: .address, in: value), account: form.reference("account", to: .account, in: value),
                label: form.text("label", in: value), line1: form.text("line1", in: value), line2: form.optionalText("line2", in: value),
                city: form.text("city", in: value), region: form.text("region", in: value), postalCode: form.text("postalCode", in: value),
                lat: form.decimal("lat", in: value), lng: form.decimal("lng", in: value),
                instructions: form.optionalText("instructions", in: value))
        }
    }

    /// The first of a list is the oldest: people added it when they signed up.
    public func messages(in content: DemoContent) -> [DemoMessage] {
        let start = content.time.seededAt.wholeSeconds - .days(120)
        return vehicles.enumerated().map { index, vehicle in
            DemoMessage("vehicle/\(vehicle.n)", .offers, ImportVehicle(
                vehicleId: VehicleID(DemoID.vehicle(vehicle.n)), userId: content.user(vehicle.account), make: vehicle.make,
                model: vehicle.model, year: vehicle.year, fuelType: vehicle.fuelType, region: vehicle.region, plateNumber: vehicle.plate,
                nickname: vehicle.nickname, color: vehicle.color, tankCapacityGallons: vehicle.tankGallons,
                tankCapacitySource: "reference", fuelDoorSide: vehicle.fuelDoorSide, addedAt: start + .minutes(index)))
        } + addresses.enumerated().map { index, address in
            DemoMessage("address/\(address.n)", .offers, ImportAddress(
                addressId: AddressID(DemoID.address(address.n)), userId: content.user(address.account), label: address.label,
                line1: address.line1, line2: address.line2, city: address.city, region: address.region, postalCode: address.postalCode,
                latitude: address.lat, longitude: address.lng, instructions: address.instructions, addedAt: start + .minutes(index)))
        }
    }
}
