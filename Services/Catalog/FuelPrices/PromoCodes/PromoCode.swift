import Contracts
import Kernel

/// A promo code: what it takes off, its conditions, and how often it was used.
package struct PromoCode: Sendable, Equatable {
    package var definition: PromoDefinition
    /// As orders count them.
    package var uses: Int
    package let createdAt: Timestamp
    package var updatedAt: Timestamp

    func write(in currency: Currency, to writer: inout JSONWriter) {
        writer.member("code", definition.code)
        writer.member("kind", definition.kind.rawValue)
        writer.member("value", definition.value)
        writer.member("target", definition.target.rawValue)
        if let amount = definition.minFuel {
            writer.member("minFuel", Money(amount, currency))
        } else {
            writer.member("minFuel", nil as Int?)
        }
        writer.member("maxTotalUses", definition.maxTotalUses)
        writer.member("maxUsesPerUser", definition.maxUsesPerUser)
        writer.member("firstOrderOnly", definition.firstOrderOnly)
        if let zones = definition.priceZoneIds {
            writer.member("priceZoneIds", array: zones) { $0.value($1.rawValue) }
        } else {
            writer.member("priceZoneIds", nil as Int?)
        }
        writer.member("startsAt", definition.startsAt?.wholeSeconds)
        writer.member("endsAt", definition.endsAt?.wholeSeconds)
        writer.member("active", definition.active)
        writer.member("uses", uses)
        writer.member("createdAt", createdAt.wholeSeconds)
        writer.member("updatedAt", updatedAt.wholeSeconds)
    }
}

/// What a promo code's definition must be.
enum PromoCodeRules {
    static let percent = 1...100
    /// Minor units; more than any order costs.
    static let fixed = 1...100_000
    static let minFuel = 0...100_000
    static let uses = 1...1_000_000
    static let zonesMax = 200

    /// As it is kept and compared: people type codes in any letters.
    static func normal(_ code: String) -> String { code.trimmed.uppercased() }

    static func isCode(_ text: String) -> Bool {
        (3...20).contains(text.utf8.count) && text.utf8.allSatisfy { (65...90).contains($0) || (48...57).contains($0) }
    }

    /// Whether an imported definition fits. Throws 422 with every field that does not.
    static func judge(_ promo: PromoDefinition) throws {
        var check = Validation()
        check.require(isCode(promo.code), "code", "must have 3 to 20 letters A to Z and digits")
        check.number("value", promo.value, promo.kind == .percent ? percent : fixed)
        check.number("minFuel", promo.minFuel, minFuel, required: false)
        check.number("maxTotalUses", promo.maxTotalUses, uses, required: false)
        check.number("maxUsesPerUser", promo.maxUsesPerUser, uses)
        if let start = promo.startsAt, let end = promo.endsAt { check.require(start < end, "endsAt", "must be after startsAt") }
        try check.check()
    }
}
