import Contracts
import Kernel
import ServiceKit

/// `settings.orders.deliveries` of a tenant. Everything has a default; the tenant file was checked when it was applied.
package struct DeliverySettings: Decodable, Sendable, Equatable {
    /// Accounts with this role are couriers.
    package var courierRole = "courier"
    /// How far from the restaurant a courier may be.
    package var radiusMeters = 10_000
    /// So many couriers nearby have the first offers, and for so long nobody else.
    package var exclusiveOffers = 3
    package var exclusiveSeconds = 60
    /// Jobs of one courier at a time.
    package var activeJobsMax = 2
    /// Cash in the hands of one courier, minor units.
    package var cashInHandMax = 100_000
    /// Without position and action a courier counts as gone after this time.
    package var silenceMinutes = 15
    /// The staff hears of an order that is ready for so long without a courier.
    package var unassignedMinutes = 10
    /// How long a courier waits at the door before an order fails.
    package var unreachableMinutes = 10
    /// Wrong codes until only the staff can complete the job.
    package var codeTries = 5
    /// Positions closer together than this are not taken.
    package var positionSeconds = 3
    /// Watchers of an order see the courier move at most this often.
    package var shownEverySeconds = 5
    /// For a courier who stands at the restaurant when somebody else cancels, minor units.
    package var compensation = 700

    package init() {}
    package init(_ definition: TenantDefinition) {
        guard let own = definition.settings[ServiceName("orders").rawValue]?["deliveries"] else { return }
        if let read = try? own.decoded(as: DeliverySettings.self) { self = read }
    }

    private enum CodingKeys: String, CodingKey {
        case courierRole, radiusMeters, exclusiveOffers, exclusiveSeconds, activeJobsMax, cashInHandMax, silenceMinutes,
             unassignedMinutes, unreachableMinutes, codeTries, positionSeconds, shownEverySeconds, compensation
    }
    package init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: CodingKeys.self)
        func read<T: Decodable>(_ key: CodingKeys, _ value: inout T) throws {
            value = try box.decodeIfPresent(T.self, forKey: key) ?? value
        }
        try read(.courierRole, &courierRole)
        try read(.radiusMeters, &radiusMeters)
        try read(.exclusiveOffers, &exclusiveOffers)
        try read(.exclusiveSeconds, &exclusiveSeconds)
        try read(.activeJobsMax, &activeJobsMax)
        try read(.cashInHandMax, &cashInHandMax)
        try read(.silenceMinutes, &silenceMinutes)
        try read(.unassignedMinutes, &unassignedMinutes)
        try read(.unreachableMinutes, &unreachableMinutes)
        try read(.codeTries, &codeTries)
        try read(.positionSeconds, &positionSeconds)
        try read(.shownEverySeconds, &shownEverySeconds)
        try read(.compensation, &compensation)
    }

    private static let limits: [(name: String, range: ClosedRange<Int>)] = [
        ("radiusMeters", 100...100_000), ("exclusiveOffers", 1...20), ("exclusiveSeconds", 5...3_600), ("activeJobsMax", 1...10),
        ("cashInHandMax", 0...100_000_000), ("silenceMinutes", 1...240), ("unassignedMinutes", 1...240), ("unreachableMinutes", 0...240),
        ("codeTries", 1...20), ("positionSeconds", 1...60), ("shownEverySeconds", 1...60), ("compensation", 0...1_000_000),
    ]

    /// What a workflow with deliveries adds to what it reads of the settings.
    package static let reads: [SettingsReading] = [.values(DeliverySettings.self, at: "deliveries")]
    /// Problems as (path, message), for the workflow's own check.
    package static func problems(in settings: JSONValue) -> [(path: String, message: String)] {
        guard let own = settings["deliveries"] else { return [] }
        do { _ = try own.decoded(as: DeliverySettings.self) } catch { return SettingsProblem.of(error, at: "deliveries") }
        var problems = limits.compactMap { name, range -> (path: String, message: String)? in
            guard let value = own[name]?.int, !range.contains(value) else { return nil }
            return ("deliveries.\(name)", "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        if own["courierRole"]?.string?.isEmpty == true { problems.append(("deliveries.courierRole", "must name a role")) }
        return problems
    }

    /// For docs/tenants.md, added to the workflow's own descriptions.
    package static let reference: [SettingDescription] = {
        let usual = DeliverySettings()
        func number(_ name: String, _ meaning: String, _ unit: String, _ value: Int) -> SettingDescription {
            .init("deliveries.\(name)", meaning, limits.first { $0.name == name }?.range ?? 0...0, unit, usual: value)
        }
        return [
            .init("deliveries.courierRole", "Accounts with this role are couriers", "a role", usual: usual.courierRole),
            number("radiusMeters", "How far from the restaurant a courier may be", "metres", usual.radiusMeters),
            number("exclusiveOffers", "How many couriers nearby have the first offers", "couriers", usual.exclusiveOffers),
            number("exclusiveSeconds", "How long nobody else has an offer", "seconds", usual.exclusiveSeconds),
            number("activeJobsMax", "Jobs of one courier at a time", "jobs", usual.activeJobsMax),
            number("cashInHandMax", "Cash in the hands of one courier", "minor units", usual.cashInHandMax),
            number("silenceMinutes", "A courier without position and action for so long counts as gone", "minutes", usual.silenceMinutes),
            number("unassignedMinutes", "An order that is ready for so long without a courier alerts the staff", "minutes",
                   usual.unassignedMinutes),
            number("unreachableMinutes", "How long a courier waits at the door before the order may fail", "minutes",
                   usual.unreachableMinutes),
            number("codeTries", "Wrong codes until only the staff can complete a job", "tries", usual.codeTries),
            number("positionSeconds", "Positions closer together are not taken", "seconds", usual.positionSeconds),
            number("shownEverySeconds", "Watchers see a courier move at most this often", "seconds", usual.shownEverySeconds),
            number("compensation", "For a courier at the restaurant when somebody else cancels", "minor units", usual.compensation),
        ]
    }()
}
