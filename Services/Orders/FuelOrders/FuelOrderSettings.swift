import Contracts
import Kernel

/// `settings.orders.fuelOrder` of a tenant, with the limits that the catalog owns and what payments allows. Everything has a default.
package struct FuelOrderSettings: Sendable, Equatable {
    /// How long scheduling may take while a customer waits.
    package var claimSeconds = 30
    package var holdMinutes = 20
    /// Cancelling is free for so long after the order is scheduled.
    package var graceMinutes = 5
    /// Minor units: before the driver starts, on the way, at the car, and for a way that was for nothing.
    package var cancelFee = 500
    package var enRouteFee = 1000
    package var arrivedFee = 1500
    package var noShowFee = 1500
    /// How long a driver waits for a customer.
    package var waitMinutes = 10
    package var offerHours = 3
    package var startMinutes = 60
    package var reminderMinutes = 60
    package var alertMinutes = 30
    package var asapAlertMinutes = 15
    package var notServedHours = 2
    package var movesMax = 3
    package var photosMax = 10
    /// How long before the end of an authorisation a moved order must be over.
    package var captureReserveHours = 2
    /// Tips after completion, minor units.
    package var tipMinimum = 100
    /// After the first refusal.
    package var captureRetryMinutes = [5, 30]

    // Shared settings of others.
    package var pendingMinutes = 15
    package var offlineMaxAgeHours = 24
    package var offlineGraceMinutes = 30
    package var asapStaleMinutes = 15
    package var tipMaximum = 10_000
    package var tipHours = 72
    package var freeCancelHours = 2
    package var overCapturePercent = 10

    static let place = "fuelOrder"
    static let names = [place]

    package init() {}
    package init(_ definition: TenantDefinition) {
        if let limits = try? definition.shared(FuelLimits.self, in: "orders") {
            (pendingMinutes, offlineMaxAgeHours) = (limits.pendingMinutes, limits.offlineMaxAgeHours)
            (offlineGraceMinutes, asapStaleMinutes) = (limits.offlineGraceMinutes, limits.asapStaleMinutes)
            (tipMaximum, tipHours, freeCancelHours) = (limits.tipMax, limits.tipHours, limits.freeCancelHours)
        }
        if let terms = try? definition.shared(CaptureTerms.self, in: "orders") { overCapturePercent = terms.overCapturePercent }
        guard let settings = definition.settings[ServiceName("orders").rawValue]?[Self.place] else { return }
        for field in Self.fields { if let value = settings[field.name]?.int { self[keyPath: field.path] = value } }
    }

    struct Field: Sendable {
        let name: String
        let path: WritableKeyPath<FuelOrderSettings, Int> & Sendable
        let range: ClosedRange<Int>
        let unit: String
        let meaning: String
    }
    static let fields: [Field] = [
        Field(name: "claimSeconds", path: \.claimSeconds, range: 1...300, unit: "seconds",
              meaning: "How long scheduling may take to answer while a customer waits"),
        Field(name: "holdMinutes", path: \.holdMinutes, range: 1...120, unit: "minutes", meaning: "How long a window is held for an order"),
        Field(name: "graceMinutes", path: \.graceMinutes, range: 0...120, unit: "minutes",
              meaning: "How long after it is scheduled an order is cancelled free of charge"),
        Field(name: "cancelFee", path: \.cancelFee, range: 0...100_000, unit: "minor units",
              meaning: "The fee for cancelling before the driver starts"),
        Field(name: "enRouteFee", path: \.enRouteFee, range: 0...100_000, unit: "minor units",
              meaning: "The fee for cancelling while the driver is on the way"),
        Field(name: "arrivedFee", path: \.arrivedFee, range: 0...100_000, unit: "minor units",
              meaning: "The fee for cancelling after the driver arrived"),
        Field(name: "noShowFee", path: \.noShowFee, range: 0...100_000, unit: "minor units",
              meaning: "The fee if the driver finds nobody, or not the car"),
        Field(name: "waitMinutes", path: \.waitMinutes, range: 0...120, unit: "minutes", meaning: "How long a driver waits for a customer"),
        Field(name: "offerHours", path: \.offerHours, range: 0...48, unit: "hours",
              meaning: "How long before its window an order is offered to drivers"),
        Field(name: "startMinutes", path: \.startMinutes, range: 0...600, unit: "minutes",
              meaning: "How long before its window a driver may start"),
        Field(name: "reminderMinutes", path: \.reminderMinutes, range: 1...1440, unit: "minutes",
              meaning: "How long before the window its customer is reminded"),
        Field(name: "alertMinutes", path: \.alertMinutes, range: 1...1440, unit: "minutes",
              meaning: "How long before the window staff hear of an order without driver"),
        Field(name: "asapAlertMinutes", path: \.asapAlertMinutes, range: 1...1440, unit: "minutes",
              meaning: "How long after it is scheduled staff hear of an order \"as soon as possible\" without driver"),
        Field(name: "notServedHours", path: \.notServedHours, range: 0...48, unit: "hours",
              meaning: "How long after its promise an order that nobody started ends"),
        Field(name: "movesMax", path: \.movesMax, range: 0...100, unit: "moves", meaning: "How often an order moves to another window"),
        Field(name: "photosMax", path: \.photosMax, range: 1...100, unit: "photos", meaning: "Photos of one delivery"),
        Field(name: "captureReserveHours", path: \.captureReserveHours, range: 0...48, unit: "hours",
              meaning: "How long before the end of its authorisation a moved order's window must end"),
        Field(name: "tipMinimum", path: \.tipMinimum, range: 1...100_000, unit: "minor units", meaning: "The least tip after completion"),
    ]

    /// Problems of the settings as (path, message).
    static func problems(in settings: JSONValue) -> [(path: String, message: String)] {
        guard let own = settings[place] else { return [] }
        guard let members = own.object else { return [(place, "must be an object")] }
        let known = Dictionary(fields.map { ($0.name, $0) }) { first, _ in first }
        return members.sorted { $0.key < $1.key }.compactMap { name, value in
            guard let field = known[name] else { return ("\(place).\(name)", "is not a setting of fuel-order") }
            guard value.int.map(field.range.contains) != true else { return nil }
            return ("\(place).\(name)", "must be a whole number from \(field.range.lowerBound) to \(field.range.upperBound)")
        }
    }
}
