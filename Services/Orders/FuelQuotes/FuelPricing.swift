import Contracts
import Kernel

/// What fuel and its delivery cost: whole numbers only, each line rounded once, half up.
///
/// Gallons come in thousandths and prices in mills, so a product of both is in millionths of the major unit: 10,000 to a minor unit.
package enum FuelPricing {
    private static let millionthsPerMinor = 10_000
    /// More than any truck holds, any fuel or delivery costs: beyond this, sums would not fit.
    private static let thousandthsMax = 1_000_000_000, millsMax = 1_000_000, minorMax = 1_000_000_000

    /// What an order costs that takes so much fuel. A line of nothing is left out, except that of the fuel.
    /// - Parameter tip: minor units.
    package static func lines(for gallons: Gallons, _ terms: AgreedTerms, tip: Int = 0) -> FuelLines {
        let fuel = fuelAmount(gallons, terms)
        let delivery = bounded(terms.deliveryFee), asap = bounded(terms.asapFee)
        let discount = terms.discount.map { self.discount($0, fuel: fuel, delivery: delivery) } ?? 0
        let taxed = delivery + asap - (terms.discount?.target == .delivery ? discount : 0)
        var lines = [line(.fuel, fuel, terms, parts(gallons, terms).map(\.text).joined(separator: " + "))]
        func add(_ code: FuelLine.Code, _ amount: Int) { if amount != 0 { lines.append(line(code, amount, terms)) } }
        add(.promo, -discount)
        add(.deliveryFee, delivery)
        add(.asapFee, asap)
        add(.salesTax, roundedQuotient(taxed * min(max(terms.salesTaxBps, 0), 10_000), 10_000))
        add(.tip, bounded(tip))
        return FuelLines(lines, in: terms.currency)
    }

    /// The fuel line, in minor units.
    package static func fuelAmount(_ gallons: Gallons, _ terms: AgreedTerms) -> Int {
        roundedQuotient(parts(gallons, terms).reduce(0) { $0 + $1.millionths }, millionthsPerMinor)
    }

    /// What a promo code takes off: never more than its line.
    package static func discount(_ promo: AgreedTerms.Discount, fuel: Int, delivery: Int) -> Int {
        let target = promo.target == .fuel ? fuel : delivery
        let value = bounded(promo.value)
        return switch promo.kind {
        case .fixed: min(value, target)
        case .percent: min(target, roundedQuotient(target * min(value, 100), 100))
        }
    }

    /// The most gallons whose fuel line is not above a sum.
    package static func mostGallons(for sum: Int, _ terms: AgreedTerms, upTo limit: Gallons) -> Gallons {
        most(upTo: limit) { fuelAmount($0, terms) <= sum }
    }
    /// The most gallons with which an order, tip included, does not cost more than `total`.
    package static func mostGallons(within total: Int, _ terms: AgreedTerms, tip: Int, upTo limit: Gallons) -> Gallons {
        most(upTo: limit) { lines(for: $0, terms, tip: tip).total.amount <= total }
    }

    /// The largest number that fits; more gallons never cost less, so halving finds it.
    private static func most(upTo limit: Gallons, fits: (Gallons) -> Bool) -> Gallons {
        var fitting = 0, tooMuch = min(max(limit.thousandths, 0), thousandthsMax) + 1
        while tooMuch - fitting > 1 {
            let middle = (fitting + tooMuch) / 2
            if fits(Gallons(thousandths: middle)) { fitting = middle } else { tooMuch = middle }
        }
        return Gallons(thousandths: fitting)
    }

    /// Gallons of one price.
    private struct Part {
        let gallons: Gallons
        let mills: Int
        var millionths: Int { gallons.thousandths * mills }
        /// `15.000 × 3.399`.
        var text: String { "\(gallons) × \(Gallons(thousandths: mills))" }
    }

    /// Gallons above a tier's threshold cost less, those below it do not.
    private static func parts(_ gallons: Gallons, _ terms: AgreedTerms) -> [Part] {
        let all = min(max(gallons.thousandths, 0), thousandthsMax), base = min(max(terms.mills, 0), millsMax)
        var parts: [Part] = []
        var from = 0, mills = base
        for tier in terms.tiers + [FuelTier(minGallons: Gallons(thousandths: .max), discountMills: 0)] {
            let to = min(all, max(from, tier.minGallons.thousandths))
            if to > from { parts.append(Part(gallons: Gallons(thousandths: to - from), mills: mills)) }
            (from, mills) = (to, max(0, base - max(0, tier.discountMills)))
        }
        return parts.isEmpty ? [Part(gallons: .zero, mills: base)] : parts
    }

    private static func line(_ code: FuelLine.Code, _ amount: Int, _ terms: AgreedTerms, _ detail: String? = nil) -> FuelLine {
        FuelLine(code: code, amount: Money(amount, terms.currency), detail: detail)
    }
    private static func bounded(_ minor: Int) -> Int { min(max(minor, 0), minorMax) }
    /// Half up; of numbers that are not negative.
    private static func roundedQuotient(_ number: Int, _ divisor: Int) -> Int { (number + divisor / 2) / divisor }
}
