import CatalogKit
import CatalogMeals
import CatalogRestaurants
import Contracts
import Kernel
import ServiceKit

/// Gives a quote to an order: its prices and fees stay, everything else is checked again, and what it needs is held.
struct QuoteClaim {
    let request: ClaimQuote
    let tx: CatalogTransaction
    init(_ request: ClaimQuote, in tx: CatalogTransaction) { (self.request, self.tx) = (request, tx) }

    /// Why an order can't have a quote.
    struct Refusal: Error {
        var status = 409
        let slug: String
        let detail: String
        var usedBy: OrderID?
        var problems: [QuoteProblem] = []
    }

    func run() throws {
        do { try claim() } catch let refusal as Refusal {
            try tx.publish(QuoteRefused(claimId: request.claimId, orderId: request.orderId, slug: refusal.slug, status: refusal.status,
                                        detail: refusal.detail, usedByOrderId: refusal.usedBy, problems: refusal.problems))
        }
    }

    private func claim() throws {
        // The same claim again is answered the same; one that was released first is refused.
        if let known = try tx.claims.find(request.claimId) {
            guard known.isHeldOrSold, known.listing.kind == MealClaims.kind else {
                throw Refusal(slug: "claim-released", detail: "This order was given up.")
            }
            return try hold([], for: known.listing)
        }
        guard let quote = try tx.quotes.find(request.quoteId), quote.makerID == request.customerId,
            let restaurant = try tx.restaurants.find(quote.restaurantID) else {
            throw Refusal(status: 404, slug: "quote-not-found", detail: "This quote does not exist.")
        }
        if let order = quote.orderID {
            throw Refusal(slug: "quote-already-used", detail: "This quote was ordered before.", usedBy: order)
        }
        guard request.placedAt < quote.expiresAt else {
            throw Refusal(slug: "quote-expired", detail: "The prices of this quote hold no longer. Ask for a new one.")
        }
        let check = try tx.cartCheck(quote.document.cart, at: restaurant)
        let problems = try problems(of: quote, check)
        guard problems.isEmpty else { throw notOrderable(problems) }
        try hold(quote, check)
    }

    private func notOrderable(_ problems: [CartProblem]) -> Refusal {
        let asked = request.language.map { [$0] } ?? []
        return Refusal(slug: "quote-not-orderable", detail: "This cart can't be ordered as it is.",
                       problems: problems.map { $0.shown(in: asked + tx.definition.languages) })
    }

    /// As of now. A line that had a problem when the quote was made has no price in it, and a place outside of all zones no fee.
    private func problems(of quote: Quote, _ check: CartCheck) throws -> [CartProblem] {
        let document = quote.document
        let zone = document.zone == nil ? nil : try tx.delivery(document.cart, from: check.restaurant).match?.zone
        let lines = check.lineProblems(document.cart.lines)
        let before = document.problems.filter { old in
            old.code.isOfLine && !lines.contains { $0.itemIndex == old.itemIndex }
        }
        let codes = CartProblem.Code.allCases
        func rank(_ problem: CartProblem) -> Int { codes.firstIndex(of: problem.code) ?? codes.count }
        let ofLines = (lines + before).enumerated().sorted {
            (rank($0.element), $0.element.itemIndex ?? 0, $0.offset) < (rank($1.element), $1.element.itemIndex ?? 0, $1.offset)
        }.map(\.element)
        let total = document.totals.total
        var all = check.restaurantProblems() + ofLines + CartCheck.zoneProblems(zone, subtotal: document.totals.subtotal)
        if request.method == "cash", let limit = try tx.quoteTerms().cashLimit, total.amount > limit {
            all.append(CartProblem(.cashLimitExceeded, ["limit": Money(limit, total.currency).json]))
        }
        return all
    }

    private func hold(_ quote: Quote, _ check: CartCheck) throws {
        let listing = ListingReference.restaurant(check.restaurant.id)
        let stock = try tx.claims.stock(of: listing)
        let kitchen = Kitchen.resource(of: check.restaurant, stock: stock[Kitchen.subject(of: check.restaurant.id)])
        var lines = [ClaimLine(subject: kitchen.subject, unit: kitchen.unit, quantity: 1)]
        for line in quote.document.cart.lines where check.free[line.menuItemId] != nil {
            lines.append(ClaimLine(subject: line.menuItemId.rawValue, unit: MenuItem.unit, quantity: line.quantity))
        }
        let outcome = try tx.savepoint {
            try tx.claims.save(kitchen, of: listing)
            try tx.quotes.use(quote.id, for: request.orderId)
            try hold(lines, for: listing)
        }
        switch outcome {
        case .success: break
        case .failure(let rejection): throw Refusal(status: rejection.status, slug: rejection.slug, detail: rejection.detail)
        }
    }

    private func hold(_ lines: [ClaimLine], for listing: ListingReference) throws {
        let claim = PlaceClaim(claimId: request.claimId, orderId: request.orderId, userId: request.customerId, listing: listing,
                               lines: lines, placedAt: request.placedAt)
        try Claims(tx).hold(claim, until: request.expiresAt, of: MealClaims.self)
    }
}
