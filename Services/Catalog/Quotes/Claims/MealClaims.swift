import CatalogKit
import CatalogMeals
import CatalogRestaurants
import Contracts
import Kernel

/// A restaurant as what can be claimed: places in its kitchen, and portions of what it counts. The rules are those of the quote
/// (`QuoteClaim`), which is judged before anything is held.
package struct MealClaims: Claimable {
    package static var kind: String { RestaurantPlugin.name }
    package let resources: [Resource]
    private let restaurant: Restaurant

    package init?(_ listing: String, in tx: CatalogTransaction) throws {
        guard let restaurant = try tx.restaurants.find(RestaurantID(listing)) else { return nil }
        self.restaurant = restaurant
        let kitchen = Kitchen.subject(of: restaurant.id)
        var stock = try tx.claims.stock(of: .restaurant(restaurant.id))
        let places = Kitchen.resource(of: restaurant, stock: stock.removeValue(forKey: kitchen))
        resources = [places] + stock.map { Resource(subject: $0, name: $0, unit: MenuItem.unit, unitPrice: 0, stock: $1) }
    }

    package var holdDuration: Duration { .minutes(60) }
    package func check(_ request: PlaceClaim, kept: [String: Int], in tx: CatalogTransaction) throws {}

    package func publishHeld(_ claim: Claim, in tx: CatalogTransaction) throws {
        // Its quote is gone with the person who made it: nobody waits for the answer.
        guard let quote = try tx.quotes.find(of: OrderID(claim.holder)), let content = quote.content else { return }
        let location = GeoPoint(lat: restaurant.location.latitude, lng: restaurant.location.longitude)
        try tx.publish(QuoteClaimed(
            claimId: claim.id, orderId: OrderID(claim.holder), quoteId: quote.id, customerId: claim.user, quote: content,
            restaurant: QuoteClaimed.Restaurant(
                id: restaurant.id, ownerId: restaurant.ownerId, names: restaurant.names, location: location,
                addressLine: restaurant.addressLine, phone: restaurant.phone, prepMinutes: restaurant.prepMinutes,
                extraMinutes: restaurant.extraMinutes(at: tx.now), commissionBasisPoints: restaurant.commissionBasisPoints),
            expiresAt: claim.end ?? .distantFuture))
    }

    package static func publish(_ outcome: ClaimOutcome, of claim: Claim, in tx: CatalogTransaction) throws {
        switch outcome {
        case .expired: try tx.publish(QuoteClaimExpired(claimId: claim.id, orderId: OrderID(claim.holder)))
        case .confirmed, .confirmRefused, .released: break  // The order said so itself and waits for no answer.
        }
    }

    package func unitsHeld(_ lines: [Claim.Line], kept: [String: Int], in tx: CatalogTransaction) throws {
        try MenuChange.stockMoved(of: restaurant.id, in: tx)
    }
    package static func unitsFreed(of listing: String, in tx: CatalogTransaction) throws {
        try MenuChange.stockMoved(of: RestaurantID(listing), in: tx)
    }
}

extension ReleaseQuote.Part {
    /// What the part is counted in.
    var unit: String {
        switch self {
        case .stock: MenuItem.unit
        case .kitchen: Kitchen.unit
        }
    }
}
