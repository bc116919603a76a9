import Contracts
import Kernel
import OrdersFuelQuotes
import Testing

@Suite("What fuel costs")
struct FuelPricingTests {
    private static func gallons(_ thousandths: Int) -> Gallons { Gallons(thousandths: thousandths) }
    static let tiers = [FuelTier(minGallons: gallons(15_000), discountMills: 30), FuelTier(minGallons: gallons(30_000), discountMills: 60)]
    static func terms(_ mills: Int = 3399, delivery: Int = 499, asap: Int = 0, tax: Int = 700, tiers: [FuelTier] = tiers,
                      discount: AgreedTerms.Discount? = nil) -> AgreedTerms {
        AgreedTerms(currency: .usd, mills: mills, tiers: tiers, deliveryFee: delivery, asapFee: asap, salesTaxBps: tax, discount: discount)
    }
    private static func promo(_ kind: PromoDefinition.Kind, _ value: Int, _ target: PromoDefinition.Target) -> AgreedTerms.Discount {
        AgreedTerms.Discount(code: "CODE", kind: kind, value: value, target: target)
    }
    private func amounts(_ thousandths: Int, _ terms: AgreedTerms, tip: Int = 0) -> [String: Int] {
        let lines = FuelPricing.lines(for: Self.gallons(thousandths), terms, tip: tip)
        return Dictionary(uniqueKeysWithValues: lines.lines.map { ($0.code.rawValue, $0.amount.amount) } + [("total", lines.total.amount)])
    }

    @Test("The sums of the specification")
    func specification() {
        #expect(amounts(15_800, Self.terms()) == ["fuel": 5368, "delivery_fee": 499, "sales_tax": 35, "total": 5902])
        #expect(amounts(15_800, Self.terms(asap: 500))["total"] == 6437)
        #expect(amounts(20_000, Self.terms())["total"] == 7317)
        #expect(amounts(12_345, Self.terms())["total"] == 4730)
        #expect(amounts(18_400, Self.terms(), tip: 300)["total"] == 7078)
        #expect(amounts(15_800, Self.terms(3549, delivery: 599))["total"] == 6246)
        let detail = FuelPricing.lines(for: Self.gallons(15_800), Self.terms()).lines.first?.detail
        #expect(detail == "15.000 × 3.399 + 0.800 × 3.369")
    }

    @Test("A sum of money buys the most gallons whose fuel line is not above it")
    func dollars() {
        let limit = Self.gallons(10_000_000)
        let bought = FuelPricing.mostGallons(for: 4000, Self.terms(), upTo: limit)
        #expect(bought == Self.gallons(11_769))
        #expect(amounts(bought.thousandths, Self.terms())["total"] == 4534)
        for sum in stride(from: 2000, through: 30_000, by: 37) {
            let most = FuelPricing.mostGallons(for: sum, Self.terms(), upTo: limit)
            #expect(FuelPricing.fuelAmount(most, Self.terms()) <= sum)
            #expect(FuelPricing.fuelAmount(Self.gallons(most.thousandths + 1), Self.terms()) > sum)
        }
        #expect(FuelPricing.mostGallons(for: 4000, Self.terms(), upTo: Self.gallons(5000)) == Self.gallons(5000))
        #expect(FuelPricing.mostGallons(for: 0, Self.terms(), upTo: limit) == Self.gallons(1))
    }

    @Test("A driver stops where the sum reaches the cap")
    func cap() {
        let limit = Self.gallons(15_800 * 3 / 2)
        #expect(FuelPricing.mostGallons(within: 6822, Self.terms(), tip: 300, upTo: limit) == Self.gallons(17_641))
        #expect(FuelPricing.mostGallons(within: 1_000_000, Self.terms(), tip: 300, upTo: limit) == limit)
        #expect(FuelPricing.mostGallons(within: 10, Self.terms(), tip: 300, upTo: limit) == .zero)
    }

    static let many: [AgreedTerms] = [
        terms(), terms(3399, asap: 500, discount: promo(.percent, 33, .fuel)), terms(4149, discount: promo(.fixed, 1000, .fuel)),
        terms(500, tax: 2500, tiers: [FuelTier(minGallons: gallons(1), discountMills: 400), FuelTier(minGallons: gallons(7333),
              discountMills: 400)], discount: promo(.percent, 100, .delivery)),
        terms(19_999, delivery: 333, asap: 77, tax: 1234, tiers: [], discount: promo(.percent, 7, .delivery)),
        terms(3549, discount: promo(.percent, 100, .fuel)),
    ]

    @Test("From 0 to 60 gallons in thousandths the total never falls, the lines add up, and the fuel is the price of every thousandth",
          arguments: many)
    func everyThousandth(_ terms: AgreedTerms) {
        var millionths = 0, former = -1
        var wrong: [Int] = []
        for thousandths in 0...60_000 {
            if thousandths > 0 {
                // Each thousandth of a gallon by itself: those above a threshold are cheaper.
                let off = terms.tiers.last { thousandths > $0.minGallons.thousandths }?.discountMills ?? 0
                millionths += terms.mills - off
            }
            let lines = FuelPricing.lines(for: Self.gallons(thousandths), terms, tip: 250)
            let total = lines.total.amount, sum = lines.lines.reduce(0) { $0 + $1.amount.amount }
            let fuel = lines[.fuel]?.amount ?? -1
            let isExact = abs(fuel * 20_000 - millionths * 2) <= 10_000 && !(fuel * 20_000 - millionths * 2 == -10_000)
            if total < former || sum != total || !isExact { wrong.append(thousandths) }
            former = total
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }

    @Test("A discount is rounded half up, never more than its line, and lowers the taxed fees only where it is for them")
    func discounts() {
        #expect(amounts(10_000, Self.terms(discount: Self.promo(.percent, 50, .delivery)))
            == ["fuel": 3399, "promo": -250, "delivery_fee": 499, "sales_tax": 17, "total": 3665])
        #expect(amounts(10_000, Self.terms(discount: Self.promo(.percent, 100, .delivery)))
            == ["fuel": 3399, "promo": -499, "delivery_fee": 499, "total": 3399])
        #expect(amounts(10_000, Self.terms(discount: Self.promo(.fixed, 1000, .fuel)))
            == ["fuel": 3399, "promo": -1000, "delivery_fee": 499, "sales_tax": 35, "total": 2933])
        #expect(amounts(100, Self.terms(discount: Self.promo(.fixed, 1000, .fuel)))["promo"] == -34)
        #expect(amounts(0, Self.terms(discount: Self.promo(.fixed, 1000, .fuel)))
            == ["fuel": 0, "delivery_fee": 499, "sales_tax": 35, "total": 534])
    }

    @Test("Numbers that no catalogue sends are bounded instead of ending the program")
    func bounds() {
        let huge = AgreedTerms(currency: .usd, mills: .max, tiers: [FuelTier(minGallons: Gallons(thousandths: .max), discountMills: .max)],
                               deliveryFee: .max, asapFee: .max, salesTaxBps: .max,
                               discount: Self.promo(.percent, .max, .delivery))
        #expect(FuelPricing.lines(for: Gallons(thousandths: .max), huge, tip: .max).total.amount > 0)
        let least = AgreedTerms(currency: .usd, mills: .min, tiers: [FuelTier(minGallons: Gallons(thousandths: .min), discountMills: .min)],
                                deliveryFee: .min, asapFee: .min, salesTaxBps: .min, discount: Self.promo(.fixed, .min, .fuel))
        #expect(FuelPricing.lines(for: Gallons(thousandths: .min), least, tip: .min).total.amount == 0)
    }
}
