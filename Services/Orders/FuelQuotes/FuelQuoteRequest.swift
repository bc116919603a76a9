import Contracts
import Kernel
import OrdersVehicles

/// What somebody wants a price for. The fields are right in themselves; whether there is such a vehicle, rows know.
package struct FuelQuoteRequest: Sendable, Equatable {
    package enum Place: Sendable, Equatable {
        case pin(FuelQuote.Place)
        case address(AddressID)
    }
    package let place: Place
    package let vehicle: VehicleID
    /// Nil: the vehicle's.
    package let fuelType: String?
    package let amount: FuelAmount
    package let scheduleType: FuelQuote.ScheduleType
    /// In capital letters.
    package let promoCode: String?
    /// Where the form lies in the request; empty: it is the body.
    package let path: String

    /// The same once more, to price it anew.
    package init(of quote: FuelQuote) {
        (place, vehicle, fuelType) = (.pin(quote.place), quote.vehicle, quote.fuelType)
        (amount, scheduleType, promoCode, path) = (quote.amount, quote.scheduleType, quote.promo?.code, "")
    }

    /// Reads a form. Nil: the reader knows what is wrong.
    /// - Parameter isFuel: whether there is a fuel of this code.
    package init?(_ reader: inout FormReader, path: String = "", limits: FuelLimits, currency: Currency,
                  isFuel: (String) throws -> Bool) rethrows {
        let pin = reader.object("location", Self.pin)
        let address: AddressID? = reader.id("addressId")
        switch (reader.value("location") != nil, reader.value("addressId") != nil) {
        case (false, false): reader.fail("location", "is required")
        case (true, true): reader.fail("addressId", "must not come with location")
        case (true, false), (false, true): break
        }
        let vehicle: VehicleID? = reader.id("vehicleId", isRequired: true)
        let fuel = reader.text("fuelType", 1...40)
        if let fuel, try !isFuel(fuel) { reader.fail("fuelType", "is not known") }
        let amount = reader.object("amount", isRequired: true) { Self.amount(&$0, limits, currency) }
        let schedule = reader.choice("scheduleType", of: FuelQuote.ScheduleType.allCases.map(\.rawValue), isRequired: true)
            .flatMap { FuelQuote.ScheduleType(rawValue: $0) }
        let code = reader.text("promoCode", 1...20)?.uppercased()
        guard reader.isValid, let vehicle, let amount, let schedule, let place = pin.map(Place.pin) ?? address.map(Place.address) else {
            return nil
        }
        (self.place, self.vehicle, fuelType, self.amount) = (place, vehicle, fuel, amount)
        (scheduleType, promoCode, self.path) = (schedule, code, path)
    }

    private static func pin(_ reader: inout FormReader) -> FuelQuote.Place? {
        let location = reader.point()
        let address = reader.text("address", 1...200), instructions = reader.text("instructions", 1...300, multiline: true)
        return location.map { FuelQuote.Place(location: $0, address: address, instructions: instructions) }
    }

    private static func amount(_ reader: inout FormReader, _ limits: FuelLimits, _ currency: Currency) -> FuelAmount? {
        let kind = reader.choice("type", of: FuelAmount.Kind.allCases.map(\.rawValue), isRequired: true)
        switch kind.flatMap({ FuelAmount.Kind(rawValue: $0) }) {
        case nil: return nil
        case .fillUp: return .fillUp
        case .gallons:
            let range = Gallons(thousandths: 1000 * limits.gallonsMin)...Gallons(thousandths: 1000 * limits.gallonsMax)
            return reader.gallons("gallons", range, isRequired: true).map { .gallons($0) }
        case .dollars:
            return reader.money("dollars", limits.dollarsMin...limits.dollarsMax, in: currency, isRequired: true)
                .map { .dollars(Money($0, currency)) }
        }
    }

    /// The path of one of its fields.
    package func field(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}
