import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// The form of a price zone, read: a new one, or changes. Sent fields replace, null takes the tiers away.
struct PriceZoneFields {
    private(set) var code: String?
    private(set) var name: String?
    private(set) var fees: (delivery: Int, asap: Int)?
    private(set) var salesTaxBps: Int?
    private(set) var tiers: [FuelTier]?

    /// Names everything that is wrong with the form at once. Throws 422.
    /// - Parameter isNew: what every zone has must be there.
    init(_ form: JSONValue, _ definition: TenantDefinition, isNew: Bool) throws {
        var reader = FormReader(form, isEdit: !isNew)
        code = ServiceAreaFields.code(&reader)
        name = reader.text("name", PriceZoneRules.names, isRequired: true)
        var check = Validation()
        fees = reader.value("fees", isRequired: true).flatMap { Self.fees($0, definition, &check) }
        salesTaxBps = reader.integer("salesTaxBps", PriceZoneRules.salesTax, isRequired: true)
        if reader.has("tiers") { tiers = Self.tiers(reader.value("tiers") ?? [], &check) }
        reader.take(check)
        try reader.finish()
    }

    private static func fees(_ sent: JSONValue, _ definition: TenantDefinition, _ check: inout Validation) -> (delivery: Int, asap: Int)? {
        guard sent.object != nil else {
            check.fail("fees", "must be an object")
            return nil
        }
        let delivery = check.amount("fees.delivery", sent["delivery"], most: PriceZoneRules.feeMax, definition)
        let asap = check.amount("fees.asap", sent["asap"], most: PriceZoneRules.feeMax, definition)
        guard let delivery, let asap else { return nil }
        return (delivery, asap)
    }
    private static func tiers(_ sent: JSONValue, _ check: inout Validation) -> [FuelTier]? {
        guard let entries = sent.array else {
            check.fail("tiers", "must be a list")
            return nil
        }
        let tiers = entries.enumerated().map { index, one -> PriceZoneRules.SentTier in
            let gallons = gallons(one["minGallons"], "tiers.\(index).minGallons", &check)
            let discount = one["discountMills"]?.int
            if discount == nil {
                let isMissing = one["discountMills"] ?? .null == .null
                check.fail("tiers.\(index).discountMills", isMissing ? "is required" : "must be a whole number")
            }
            return (gallons, discount)
        }
        PriceZoneRules.judge(tiers, &check)
        return tiers.compactMap { tier in
            tier.minGallons.flatMap { gallons in tier.discountMills.map { FuelTier(minGallons: gallons, discountMills: $0) } }
        }
    }
    private static func gallons(_ sent: JSONValue?, _ path: String, _ check: inout Validation) -> Gallons? {
        guard let sent, sent != .null else {
            check.fail(path, "is required")
            return nil
        }
        guard let number = sent.number else {
            check.fail(path, "must be a number")
            return nil
        }
        let gallons = Gallons(number)
        if gallons == nil { check.fail(path, "must have at most 3 decimals") }
        return gallons
    }

    /// Throws 409 for a code that another zone has.
    func checkRows(_ tx: CatalogTransaction, _ own: PriceZoneID?) throws {
        guard let code, let other = try tx.priceZones.find(code: code), other.id != own else { return }
        throw Rejection.conflict("zone-code-taken", "Another price zone has this code.")
    }

    func apply(to zone: inout PriceZone) {
        if let code { zone.code = code }
        if let name { zone.name = name }
        if let fees { (zone.deliveryFee, zone.asapFee) = fees }
        if let salesTaxBps { zone.salesTaxBps = salesTaxBps }
        if let tiers { zone.tiers = tiers }
    }
}
