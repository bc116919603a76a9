import CatalogKit
import CatalogMeals
import CatalogRestaurants
import Contracts
import Kernel

/// What a cart costs, line by line and in total, with the prices of now.
package struct CartPricing {
    let currency: Currency
    let terms: QuoteTerms
    package init(currency: Currency, terms: QuoteTerms) { (self.currency, self.terms) = (currency, terms) }

    /// A line with what was chosen of the item. Options that the item does not have, or that come twice, cost nothing: such a line
    /// can't be ordered.
    package func line(_ line: Cart.Line, of item: MenuItem) throws -> QuoteContent.Line {
        var chosen: [QuoteContent.Option] = []
        var price = Money(item.price, currency)
        for id in line.options where !chosen.contains(where: { $0.id == id }) {
            guard let (group, option) = item.option(id) else { continue }
            let delta = Money(option.priceDelta, currency)
            price = try price.adding(delta)
            chosen.append(QuoteContent.Option(id: id, groupNames: group.names, names: option.names, priceDelta: delta))
        }
        return QuoteContent.Line(menuItemId: item.id, names: item.names, quantity: line.quantity, unitPrice: price, options: chosen,
                                 note: line.note, lineTotal: try price.times(line.quantity))
    }

    /// - Parameters:
    ///   - lines: without those that have a problem.
    ///   - fee: of the zone, before free delivery; nil: nobody delivers there.
    package func totals(_ lines: [QuoteContent.Line], fee: Int?, tip: Int, freeDeliveryAbove: Int?) throws -> QuoteContent.Totals {
        let subtotal = try lines.reduce(Money.zero(currency)) { try $0.adding($1.lineTotal) }
        let isFree = freeDeliveryAbove.map { subtotal.amount >= $0 } ?? false
        let delivery = Money(isFree ? 0 : fee ?? 0, currency)
        let service = Money(terms.serviceFee, currency)
        let taxed = try subtotal.adding(delivery).adding(service)
        let tip = Money(tip, currency)
        return QuoteContent.Totals(subtotal: subtotal, deliveryFee: delivery, serviceFee: service, tip: tip, total: try taxed.adding(tip),
                                   taxIncluded: Money(tax(in: taxed.amount), currency))
    }

    /// The part of the tax in an amount that includes it, rounded half up: `n · p / (100 + p)`.
    private func tax(in amount: Int) -> Int {
        let percent = terms.taxPercent
        let (twice, overflow) = amount.multipliedReportingOverflow(by: 2 * percent)
        let divisor = 2 * (100 + percent)
        guard !overflow, twice >= 0 else { return 0 }
        return (twice + 100 + percent) / divisor
    }
}

/// How long the way takes.
package enum DeliveryTime {
    /// From the kitchen to the bag to the bicycle.
    static let handoverMinutes = 5
    static let spreadMinutes = 10

    static func minutes(prep: Int, extra: Int, meters: Double) -> QuoteContent.Minutes {
        let min = prep + extra + handoverMinutes + CourierTravel.minutes(meters: meters)
        return QuoteContent.Minutes(min: min, max: min + spreadMinutes)
    }
}

extension MenuItem {
    /// An option and the group it is in.
    func option(_ id: String) -> (group: OptionGroup, option: MenuOption)? {
        for group in optionGroups { if let option = group.options.first(where: { $0.id == id }) { return (group, option) } }
        return nil
    }
}
