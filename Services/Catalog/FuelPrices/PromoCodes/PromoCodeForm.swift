import CatalogKit
import CatalogServiceAreas
import Contracts
import Kernel
import ServiceKit

/// What a pricing manager sends of a promo code: a new one, or changes. What is not sent stays, null takes an optional field away.
struct PromoCodeForm {
    private var reader: FormReader
    private let tx: CatalogTransaction

    init(_ form: JSONValue, isNew: Bool, _ tx: CatalogTransaction) {
        reader = FormReader(form, isEdit: !isNew)
        self.tx = tx
    }

    /// A new code's definition. Throws 422 with every field that does not fit.
    mutating func created() throws -> PromoDefinition {
        let code = reader.text("code", 1...40, isRequired: true).map(PromoCodeRules.normal)
        if let code, !PromoCodeRules.isCode(code) { reader.fail("code", "must have 3 to 20 letters A to Z and digits") }
        return try definition(code ?? "", over: nil)
    }
    /// The definition after an edit. Throws 422 with every field that does not fit.
    mutating func changed(_ old: PromoDefinition) throws -> PromoDefinition { try definition(old.code, over: old) }

    private mutating func definition(_ code: String, over old: PromoDefinition?) throws -> PromoDefinition {
        let kind = word("kind", PromoDefinition.Kind.self) ?? old?.kind
        let target = word("target", PromoDefinition.Target.self) ?? old?.target
        let value = number("value", kind == .percent ? PromoCodeRules.percent : PromoCodeRules.fixed, old?.value, isRequired: true)
        let least = reader.money("minFuel", PromoCodeRules.minFuel, in: tx.definition.currency)
        let total = reader.integer("maxTotalUses", PromoCodeRules.uses)
        let perUser = reader.integer("maxUsesPerUser", PromoCodeRules.uses)
        let isFirst = reader.flag("firstOrderOnly")
        let zones = try zones()
        let start = reader.time("startsAt"), end = reader.time("endsAt")
        let isActive = reader.flag("active")
        let promo = PromoDefinition(
            code: code, kind: kind ?? .fixed, value: value ?? 1, target: target ?? .fuel, minFuel: over(old?.minFuel, "minFuel", least),
            maxTotalUses: over(old?.maxTotalUses, "maxTotalUses", total),
            maxUsesPerUser: over(old?.maxUsesPerUser, "maxUsesPerUser", perUser) ?? 1,
            firstOrderOnly: over(old?.firstOrderOnly, "firstOrderOnly", isFirst) ?? false,
            priceZoneIds: over(old?.priceZoneIds, "priceZoneIds", zones), startsAt: over(old?.startsAt, "startsAt", start),
            endsAt: over(old?.endsAt, "endsAt", end), active: over(old?.active, "active", isActive) ?? true)
        if let start = promo.startsAt, let end = promo.endsAt, start >= end { reader.fail("endsAt", "must be after startsAt") }
        try reader.finish()
        return promo
    }

    /// The new value of a field; null clears it.
    private func over<Value>(_ old: Value?, _ name: String, _ new: Value?) -> Value? { new ?? (reader.has(name) ? nil : old) }

    private mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String, _: Word.Type) -> Word? {
        reader.choice(name, of: Word.allCases.map(\.rawValue), isRequired: true).flatMap { Word(rawValue: $0) }
    }
    /// A value that stays must fit a new kind, too.
    private mutating func number(_ name: String, _ range: ClosedRange<Int>, _ old: Int?, isRequired: Bool) -> Int? {
        if let new = reader.integer(name, range, isRequired: isRequired) { return new }
        if let old, !reader.has(name), !range.contains(old) {
            reader.fail(name, "must be \(range.lowerBound) to \(range.upperBound)")
        }
        return old
    }
    private mutating func zones() throws -> [PriceZoneID]? {
        guard let sent = reader.value("priceZoneIds") else { return nil }
        guard let texts = sent.array else {
            reader.fail("priceZoneIds", "must be a list")
            return nil
        }
        guard (1...PromoCodeRules.zonesMax).contains(texts.count) else {
            reader.fail("priceZoneIds", "must have 1 to \(PromoCodeRules.zonesMax) entries")
            return nil
        }
        var ids: [PriceZoneID] = []
        for (index, text) in texts.enumerated() {
            let field = "priceZoneIds.\(index)", id = PriceZoneID(text.string ?? "")
            if try tx.priceZones.find(id) == nil { reader.fail(field, "is not known") }
            if ids.contains(id) { reader.fail(field, "comes twice") }
            ids.append(id)
        }
        return ids
    }
}
