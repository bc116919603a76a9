import Contracts
import Kernel
import ServiceKit

extension DemoID {
    /// Prices are counted per zone and fuel.
    public static func fuelPrice(zone: Int, fuel: Int, _ k: Int) -> String {
        id("00b7" + digits(zone, 3) + digits(fuel, 2) + digits(k, 3))
    }
}

/// `prices.yml`: fuels, their prices in each zone over some months, promo codes.
public struct DemoFuelPrices: DemoReader {
    public static let file = "prices.yml"
    public static let keys = ["fuels", "prices", "history", "promos"]
    private let fuels: [ImportFuelType]
    private let prices: [(name: String, prices: ImportFuelPrices)]
    private let promos: [PromoDefinition]

    public init(_ form: DemoForm) {
        fuels = form.list("fuels", in: form.root).enumerated().map { position, value in
            form.allow(["code", "name", "family", "grade", "octane"], in: value, what: "a fuel")
            return ImportFuelType(code: form.text("code", in: value), name: form.text("name", in: value),
                                  family: form.text("family", in: value), grade: form.number("grade", in: value),
                                  octane: form.optionalNumber("octane", in: value), position: position + 1)
        }
        let history = form.list("history", in: form.root).map { value in
            form.allow(["day", "more"], in: value, what: "a day of prices")
            let day = form.number("day", in: value)
            return (from: form.time("d\(day < 0 ? "" : "+")\(day) 05:00") ?? form.time.seededAt, more: form.number("more", in: value))
        }
        let known = fuels
        prices = form.list("prices", in: form.root).flatMap { Self.prices($0, known, history, form) }
        promos = form.list("promos", in: form.root).map { Self.promo($0, form) }
    }

    /// Today's price of each fuel of a zone, and what it was on the days of the history.
    private static func prices(_ value: YAMLFile.Value, _ fuels: [ImportFuelType], _ history: [(from: Timestamp, more: Int)],
                               _ form: DemoForm) -> [(name: String, prices: ImportFuelPrices)] {
        form.allow(["zone"] + fuels.map(\.code), in: value, what: "prices of a zone")
        let zone = form.reference("zone", to: .priceZone, in: value)
        return fuels.map { fuel in
            let today = form.number(fuel.code, in: value)
            let entries = history.enumerated().map { index, entry in
                ImportFuelPrices.Price(
                    priceId: FuelPriceID(DemoID.fuelPrice(zone: zone, fuel: fuel.position, index + 1)), mills: today + entry.more,
                    validFrom: entry.from)
            }
            return ("fuel-prices/\(zone)/\(fuel.code)",
                    ImportFuelPrices(priceZoneId: PriceZoneID(DemoID.priceZone(zone)), fuelType: fuel.code, prices: entries))
        }
    }

    private static func promo(_ value: YAMLFile.Value, _ form: DemoForm) -> PromoDefinition {
        form.allow(["code", "kind", "value", "target", "minFuel", "maxTotalUses", "maxUsesPerUser", "firstOrderOnly", "starts", "ends"],
                   in: value, what: "a promo code")
        func word<Word: RawRepresentable<String> & CaseIterable>(_ key: String, _ fallback: Word) -> Word {
            let text = form.text(key, in: value)
            guard let word = Word(rawValue: text) else {
                form.fail(value.line(of: key), "'\(key)' must be one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
                return fallback
            }
            return word
        }
        func time(_ key: String) -> Timestamp? {
            guard let text = form.optionalText(key, in: value) else { return nil }
            let time = Timestamp(text)
            if time == nil { form.fail(value.line(of: key), "'\(key)' must be a time: \"2026-06-01T04:00:00Z\"") }
            return time
        }
        return PromoDefinition(
            code: form.text("code", in: value), kind: word("kind", PromoDefinition.Kind.fixed), value: form.number("value", in: value),
            target: word("target", PromoDefinition.Target.fuel), minFuel: form.optionalNumber("minFuel", in: value),
            maxTotalUses: form.optionalNumber("maxTotalUses", in: value),
            maxUsesPerUser: form.number("maxUsesPerUser", in: value, default: 1),
            firstOrderOnly: form.flag("firstOrderOnly", in: value, default: false), startsAt: time("starts"), endsAt: time("ends"))
    }

    public func messages(in content: DemoContent) -> [DemoMessage] {
        fuels.map { DemoMessage("fuel-type/\($0.code)", .offers, $0) } + prices.map { DemoMessage($0.name, .offers, $0.prices) }
            + promos.map { DemoMessage("promo-code/\($0.code)", .offers, ImportPromoCode($0)) }
    }
}
