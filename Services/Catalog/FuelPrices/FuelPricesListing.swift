import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Fuel that a truck brings: fuels, their prices per zone, promo codes. What limits orders of it stands in the tenant file.
package enum FuelPricesListing: ListingKind {
    package static let name = "fuel-prices"
    package static let reads: [SettingsReading] = [
        .values(FuelAppSettings.self, at: FuelAppSettings.place), .values(FuelLimits.self, at: FuelLimits.place),
    ]

    private struct Limit {
        let name, meaning: String
        let range: ClosedRange<Int>
        let unit: String
        let usual: Int
        let value: @Sendable (FuelLimits) -> Int
        init(_ name: String, _ meaning: String, _ range: ClosedRange<Int>, _ unit: String, usual: Int,
             _ value: @escaping @Sendable (FuelLimits) -> Int) {
            (self.name, self.meaning, self.range, self.unit, self.usual, self.value) = (name, meaning, range, unit, usual, value)
        }
    }
    private static let limits: [Limit] = [
        Limit("quoteMinutes", "How long a quote holds", 1...1440, "minutes", usual: 15) { $0.quoteMinutes },
        Limit("pendingMinutes", "How long an order waits for the card", 1...120, "minutes", usual: 15) { $0.pendingMinutes },
        Limit("offlineMaxAgeHours", "How old an order may be that a phone kept", 1...168, "hours", usual: 24) { $0.offlineMaxAgeHours },
        Limit("offlineGraceMinutes", "How long after its end a quote holds for an order that was made in time", 0...1440, "minutes",
              usual: 30) { $0.offlineGraceMinutes },
        Limit("asapStaleMinutes", "How old an order may be that wants the next window", 1...1440, "minutes", usual: 15) {
            $0.asapStaleMinutes
        },
        Limit("bookingHorizonDays", "How many days ahead windows can be booked", 0...6, "days", usual: 6) { $0.bookingHorizonDays },
        Limit("gallonsMin", "The smallest order", 1...1000, "gallons", usual: 5) { $0.gallonsMin },
        Limit("gallonsMax", "The largest order", 1...1000, "gallons", usual: 60) { $0.gallonsMax },
        Limit("dollarsMin", "The smallest order by its price", 1...1_000_000, "minor units", usual: 2000) { $0.dollarsMin },
        Limit("dollarsMax", "The largest order by its price", 1...1_000_000, "minor units", usual: 30_000) { $0.dollarsMax },
        Limit("tipMax", "The largest tip", 0...1_000_000, "minor units", usual: 10_000) { $0.tipMax },
        Limit("tipHours", "How long after completion a tip can be given", 0...720, "hours", usual: 72) { $0.tipHours },
        Limit("freeCancelHours", "How long before its window an order can be cancelled without a fee", 0...168, "hours", usual: 2) {
            $0.freeCancelHours
        },
        Limit("geofenceMeters", "How near a truck has arrived", 10...1000, "metres", usual: 75) { $0.geofenceMeters },
        Limit("asapPromiseMinutes", "How soon an order comes that wants the next window", 1...1440, "minutes", usual: 90) {
            $0.asapPromiseMinutes
        },
    ]

    package static let settingsReference: [SettingDescription] = [
        .init("fuelApp.minAppVersion.ios", "Older versions of the app ask to be updated", "a version", usual: "1.0.0"),
        .init("fuelApp.minAppVersion.android", "Older versions of the app ask to be updated", "a version", usual: "1.0.0"),
        .init("fuelApp.supportPhone", "Phone number of the help desk", "text", usual: "none"),
    ] + limits.map { .init("\(FuelLimits.place).\($0.name)", $0.meaning, $0.range, $0.unit, usual: $0.usual) }

    package static func problems(inSettings settings: JSONValue, of definition: TenantDefinition) -> [(path: String, message: String)] {
        var problems: [(path: String, message: String)] = []
        if let app = settings[FuelAppSettings.place] {
            do { _ = try app.decoded(as: FuelAppSettings.self) } catch { problems += SettingsProblem.of(error, at: FuelAppSettings.place) }
        }
        let read: FuelLimits
        do { read = try (settings[FuelLimits.place] ?? .object([:])).decoded() } catch {
            return problems + SettingsProblem.of(error, at: FuelLimits.place)
        }
        for limit in limits where !limit.range.contains(limit.value(read)) {
            problems.append(("\(FuelLimits.place).\(limit.name)", "must be \(limit.range.lowerBound) to \(limit.range.upperBound)"))
        }
        if read.gallonsMin > read.gallonsMax { problems.append((FuelLimits.place, "gallonsMin must not be above gallonsMax")) }
        if read.dollarsMin > read.dollarsMax { problems.append((FuelLimits.place, "dollarsMin must not be above dollarsMax")) }
        return problems
    }
}
