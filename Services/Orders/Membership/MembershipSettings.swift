import Contracts
import Kernel
import ServiceKit

/// `settings.orders.membership` of a tenant: what a membership costs and how its card works. Everything but `issuer`
/// and `plans` has a default.
package struct MembershipSettings: Decodable, Sendable, Equatable {
    package typealias Plan = MembershipTerms.Plan

    /// `iss` of the card, and the middle of its type and of the word for a foreign code: `peez` makes `peez-card+jwt`
    /// and `not-a-peez-code`.
    package var issuer: String
    /// First part of the rotating proof: `PEEZ1`.
    package var proofPrefix: String
    /// By length, shortest first.
    package var plans: [Plan]
    /// Coverage may end at most this long from today.
    package var coverageMonthsMax: Int
    /// How long a scan may be used.
    package var scanMinutes: Int
    /// A sale or a visit may be taken back this long by the shop.
    package var voidMinutes: Int
    /// Forged codes one vendor may scan within the window.
    package var forgedScansMax: Int
    package var forgedScansMinutes: Int
    /// Days before the end on which a member is reminded.
    package var reminderDays: [Int]
    /// Local time of reminders: `10:00`.
    package var reminderTime: String
    /// From so many days on the status says `expiresSoon`.
    package var expiresSoonDays: Int
    /// Orders in the app: offered at all, and how long one waits for its payment.
    package var inAppOrders: Bool
    package var orderMinutes: Int
    /// How old a visit may be that a shop uploads, and how far its clock may be ahead.
    package var offlineHours: Int
    package var offlineAheadSeconds: Int
    /// The cash book has so long to answer before it is told again, and how often.
    package var cashAnswerMinutes: Int
    package var cashTriesMax: Int
    /// Largest purchase, minor units.
    package var purchaseAmountMax: Int

    private enum CodingKeys: String, CodingKey {
        case issuer, proofPrefix, plans, coverageMonthsMax, scanMinutes, voidMinutes, forgedScansMax, forgedScansMinutes, reminderDays,
             reminderTime
        case expiresSoonDays, inAppOrders, orderMinutes, offlineHours, offlineAheadSeconds, cashAnswerMinutes, cashTriesMax,
             purchaseAmountMax
    }
    package init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: CodingKeys.self)
        func value<T: Decodable>(_ key: CodingKeys, _ fallback: T) throws -> T { try box.decodeIfPresent(T.self, forKey: key) ?? fallback }
        issuer = try box.decode(String.self, forKey: .issuer)
        proofPrefix = try value(.proofPrefix, issuer.uppercased() + "1")
        plans = try box.decode([Plan].self, forKey: .plans).sorted { $0.months < $1.months }
        coverageMonthsMax = try value(.coverageMonthsMax, 12)
        scanMinutes = try value(.scanMinutes, 10)
        voidMinutes = try value(.voidMinutes, 15)
        forgedScansMax = try value(.forgedScansMax, 30)
        forgedScansMinutes = try value(.forgedScansMinutes, 10)
        reminderDays = try value(.reminderDays, [7, 3, 1])
        reminderTime = try value(.reminderTime, "10:00")
        expiresSoonDays = try value(.expiresSoonDays, 7)
        inAppOrders = try value(.inAppOrders, false)
        orderMinutes = try value(.orderMinutes, 15)
        offlineHours = try value(.offlineHours, 24)
        offlineAheadSeconds = try value(.offlineAheadSeconds, 60)
        cashAnswerMinutes = try value(.cashAnswerMinutes, 10)
        cashTriesMax = try value(.cashTriesMax, 3)
        purchaseAmountMax = try value(.purchaseAmountMax, 100_000_000)
    }
    /// Throws `DecodingError` for a tenant without memberships: its routes are not mounted.
    package init(_ definition: TenantDefinition) throws {
        self = try (definition.settings["orders"]?["membership"] ?? .object([:])).decoded()
    }

    package func plan(months: Int) -> Plan? { plans.first { $0.months == months } }
    /// What a month costs without any saving: the shortest plan's price by month.
    package var pricePerMonth: Int { plans.first.map { $0.price / $0.months } ?? 0 }
    package var monthsMax: Int { plans.last?.months ?? 0 }
    /// Seconds after local midnight.
    package var reminderSecond: Int { Self.second(of: reminderTime) ?? 0 }
    package var cardType: String { "\(issuer)-card+jwt" }
    package var foreignCode: String { "not-a-\(issuer)-code" }

    private static func second(of time: String) -> Int? {
        let parts = time.split(separator: ":").compactMap { Int($0) }
        guard parts.count == 2, (0..<24).contains(parts[0]), (0..<60).contains(parts[1]) else { return nil }
        return parts[0] * 3600 + parts[1] * 60
    }

    /// Problems as (path below `settings.orders`, message), for whoever writes the tenant file.
    package static func problems(in settings: JSONValue) -> [(path: String, message: String)] {
        let own: MembershipSettings
        do { own = try (settings["membership"] ?? .object([:])).decoded() } catch { return SettingsProblem.of(error, at: "membership") }
        var problems: [(path: String, message: String)] = []
        func require(_ condition: Bool, _ path: String, _ message: String) {
            if !condition { problems.append(("membership.\(path)", message)) }
        }
        let isName = (1...20).contains(own.issuer.utf8.count) && own.issuer.utf8.allSatisfy {
            (97...122).contains($0) || (48...57).contains($0)
        }
        require(isName, "issuer", "must be 1 to 20 small letters or digits")
        require(!own.proofPrefix.isEmpty && !own.proofPrefix.contains { ":. ".contains($0) }, "proofPrefix",
                "must have no colon, dot or space")
        require(!own.plans.isEmpty, "plans", "must name at least one")
        require(own.plans.allSatisfy { (1...24).contains($0.months) && (1...1_000_000_000).contains($0.price) }, "plans",
                "have 1 to 24 months and a price in minor units")
        require(Set(own.plans.map(\.months)).count == own.plans.count, "plans", "must differ in their months")
        require(own.monthsMax <= own.coverageMonthsMax && own.coverageMonthsMax <= 120, "coverageMonthsMax",
                "must be at least the longest plan, at most 120")
        require(own.reminderDays.allSatisfy { (1...90).contains($0) }, "reminderDays", "must be 1 to 90")
        require(second(of: own.reminderTime) != nil, "reminderTime", "must be a time of day (10:00)")
        for (path, value, range) in [
            ("scanMinutes", own.scanMinutes, 1...1440), ("voidMinutes", own.voidMinutes, 0...1440),
            ("forgedScansMax", own.forgedScansMax, 1...1000),
            ("forgedScansMinutes", own.forgedScansMinutes, 1...1440), ("expiresSoonDays", own.expiresSoonDays, 0...90),
            ("orderMinutes", own.orderMinutes, 1...1440), ("offlineHours", own.offlineHours, 0...168),
            ("offlineAheadSeconds", own.offlineAheadSeconds, 0...3600),
            ("cashAnswerMinutes", own.cashAnswerMinutes, 1...1440), ("cashTriesMax", own.cashTriesMax, 0...100),
            ("purchaseAmountMax", own.purchaseAmountMax, 1...1_000_000_000_000),
        ] { require(range.contains(value), path, "must be \(range.lowerBound) to \(range.upperBound)") }
        return problems
    }
}
