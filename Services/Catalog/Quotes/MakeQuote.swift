import CatalogKit
import CatalogMeals
import CatalogRestaurants
import Contracts
import Kernel
import ServiceKit

/// `POST /quotes`: prices a whole cart and names everything that stands against ordering it. Holds nothing.
package struct MakeQuote: Command {
    package static let type: MessageType = "catalog.make-quote.v1"
    struct Item: Codable, Sendable {
        let menuItemId: String
        let quantity: Int
        let options: [String]?
        let note: String?
    }
    let restaurantId: String
    let items: [Item]
    let location: GeoPoint
    let tip: JSONValue?

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        let maker = try tx.user().userID
        let cart = try cart(tx.definition)
        guard let restaurant = try tx.restaurants.find(RestaurantID(restaurantId)), restaurant.status != .draft else {
            throw Rejection.notFound
        }
        let check = try tx.cartCheck(cart, at: restaurant)
        try requireKnown(cart, check)
        let terms = try tx.quoteTerms()
        // A whole second, because answers show it so: until the second that they name the prices hold.
        let quote = Quote(id: tx.newID(), makerID: maker, restaurantID: restaurant.id, createdAt: tx.now,
                          expiresAt: (tx.now + .minutes(terms.quoteMinutes)).wholeSeconds,
                          document: try document(cart, check, terms, in: tx))
        try tx.quotes.prune(unusedBefore: tx.now - .days(Self.unusedDays), usedBefore: tx.now - .days(Self.usedDays))
        try tx.quotes.insert(quote)
        return QuotePresenter.body(quote, languages: tx.languages, status: 201)
    }
    /// An app that orders by an old quote hears that it expired, not that there was none.
    private static let unusedDays = 7
    /// The same for one that was ordered: the answer names the order.
    private static let usedDays = 60

    /// Throws 422 with everything that is wrong with the form.
    private func cart(_ definition: TenantDefinition) throws -> Cart {
        var fields = MenuFields(definition)
        fields.check.require((1...Cart.linesMax).contains(items.count), "items", "must have 1 to \(Cart.linesMax) entries")
        var lines: [Cart.Line] = []
        for (index, item) in items.prefix(Cart.linesMax).enumerated() {
            fields.check.number("items.\(index).quantity", item.quantity, Cart.quantities)
            let options = item.options ?? []
            fields.check.require(options.count <= Cart.optionsMax, "items.\(index).options",
                                 "must have at most \(Cart.optionsMax) entries")
            let note = fields.check.text("items.\(index).note", item.note, 0...Cart.noteMax, required: false, multiline: true)
            lines.append(Cart.Line(menuItemId: MenuItemID(item.menuItemId), quantity: item.quantity,
                                   options: Array(options.prefix(Cart.optionsMax)), note: note?.isEmpty == true ? nil : note))
        }
        fields.check.require((-90...90).contains(location.lat), "location.lat", "must be -90 to 90")
        fields.check.require((-180...180).contains(location.lng), "location.lng", "must be -180 to 180")
        let tip = tip == nil || tip == .null ? 0 : fields.money("tip", tip, most: Cart.tipMax)
        try fields.check.check()
        return Cart(lines: lines, location: location, tip: tip ?? 0)
    }

    /// What was never on this menu is a mistake of the app, not a problem of the cart. Throws 422.
    private func requireKnown(_ cart: Cart, _ known: CartCheck) throws {
        var check = Validation()
        for (index, line) in cart.lines.enumerated() where known.items[line.menuItemId] == nil {
            check.fail("items.\(index).menuItemId", "is not known")
        }
        try check.check()
    }

    private func document(_ cart: Cart, _ check: CartCheck, _ terms: QuoteTerms, in tx: CatalogTransaction) throws -> Quote.Document {
        let pricing = CartPricing(currency: tx.definition.currency, terms: terms)
        let restaurant = check.restaurant
        let lines = try cart.lines.compactMap { line in try check.items[line.menuItemId].map { try pricing.line(line, of: $0) } }
        let lineProblems = check.lineProblems(cart.lines)
        let bad = Set(lineProblems.compactMap(\.itemIndex))
        let (match, meters) = try tx.delivery(cart, from: restaurant)
        let sold = lines.enumerated().filter { !bad.contains($0.offset) }.map(\.element)
        let totals = try pricing.totals(sold, fee: match?.fee, tip: cart.tip, freeDeliveryAbove: restaurant.freeDeliveryAbove)
        return Quote.Document(
            cart: cart, lines: lines,
            problems: check.restaurantProblems() + lineProblems + CartCheck.zoneProblems(match?.zone, subtotal: totals.subtotal),
            zone: match.map { QuoteContent.Zone(id: $0.zone.id, name: $0.zone.name) },
            minimumOrder: match.map { Money($0.zone.minimumOrder, pricing.currency) },
            etaMinutes: match.map { _ in
                DeliveryTime.minutes(prep: restaurant.prepMinutes, extra: restaurant.extraMinutes(at: tx.now), meters: meters)
            },
            distanceMeters: Int(meters.rounded()), totals: totals)
    }
}
