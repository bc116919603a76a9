import Contracts
import Kernel
import ServiceKit

/// What of a kind of listing can be claimed: seats, dishes, litres, places in a window. `Claims` keeps the books of all of them alike;
/// what may be claimed, for how long, and what follows is decided here.
///
/// A value is a listing as one message works with it.
package protocol Claimable: Sendable {
    /// The kind of listing, as `ListingReference` names it.
    static var kind: String { get }
    /// Nil if the listing is unknown.
    init?(_ listing: String, in tx: CatalogTransaction) throws

    /// Everything that can be claimed of the listing, with its stock.
    var resources: [Resource] { get }
    /// How long a claim is held until it is paid.
    var holdDuration: Duration { get }
    /// Whether a claim of these lines waits for nothing and is sold at once. The default is false.
    func isSoldAtOnce(_ lines: [Claim.Line]) -> Bool
    /// The rules of the kind, in the order in which they refuse. Throws the refusal as the buyer reads it.
    /// That each subject has enough left is checked afterwards for every kind; a kind that says it in its own words does so here.
    /// - Parameter kept: units of a subject that an offer of the waiting list keeps for the buyer.
    func check(_ request: PlaceClaim, kept: [String: Int], in tx: CatalogTransaction) throws
    /// Answers the order: the claim is held, or sold. The default publishes `ClaimHeld`.
    func publishHeld(_ claim: Claim, in tx: CatalogTransaction) throws

    /// Tells the order what became of its claim. The default publishes `ClaimConfirmed`, `ClaimConfirmRefused`, `ClaimReleased` or
    /// `ClaimExpired`.
    static func publish(_ outcome: ClaimOutcome, of claim: Claim, in tx: CatalogTransaction) throws

    // What follows. The defaults do nothing.

    /// Units of the listing were held or sold at once; `resources` is the stock as it was before.
    /// - Parameter kept: units of a subject that an offer kept for the buyer until now: nobody else had them either.
    func unitsHeld(_ lines: [Claim.Line], kept: [String: Int], in tx: CatalogTransaction) throws
    /// Nil: the claim may be sold; otherwise why it may not, as a slug.
    static func objection(toSelling claim: Claim, in tx: CatalogTransaction) throws -> String?
    static func unitsSold(_ claim: Claim, in tx: CatalogTransaction) throws
    /// Units of a listing that were sold were returned.
    static func unitsReturned(to listing: String, in tx: CatalogTransaction) throws
    /// Units of a listing may be free again.
    static func unitsFreed(of listing: String, in tx: CatalogTransaction) throws
    /// Money for these subjects was refunded (negative: stays after all), in minor units.
    static func refunded(_ amount: Int, for subjects: [String], of listing: String, in tx: CatalogTransaction) throws
}

/// What became of a claim that was held.
package enum ClaimOutcome: Sendable, Equatable {
    case confirmed
    case confirmRefused(slug: String)
    case released
    case expired
}

/// Something that can be claimed: what it is counted in, what one costs now, and how much there is.
package struct Resource: Sendable, Equatable {
    package let subject: String
    package let name: String
    package let unit: String
    /// Minor units of the tenant's currency.
    package let unitPrice: Int
    package let stock: Stock
    package init(subject: String, name: String, unit: String, unitPrice: Int, stock: Stock) {
        (self.subject, self.name, self.unit, self.unitPrice, self.stock) = (subject, name, unit, unitPrice, stock)
    }
}

extension Claimable {
    package func resource(_ subject: String) -> Resource? { resources.first { $0.subject == subject } }

    package static func publish(_ outcome: ClaimOutcome, of claim: Claim, in tx: CatalogTransaction) throws {
        let order = OrderID(claim.holder)
        switch outcome {
        case .confirmed: try tx.publish(ClaimConfirmed(claimId: claim.id, orderId: order, listing: claim.listing))
        case .confirmRefused(let slug):
            try tx.publish(ClaimConfirmRefused(claimId: claim.id, orderId: order, listing: claim.listing, slug: slug))
        case .released: try tx.publish(ClaimReleased(claimId: claim.id, orderId: order, listing: claim.listing))
        case .expired: try tx.publish(ClaimExpired(claimId: claim.id, orderId: order, listing: claim.listing))
        }
    }
    package func isSoldAtOnce(_ lines: [Claim.Line]) -> Bool { false }
    package func unitsHeld(_ lines: [Claim.Line], kept: [String: Int], in tx: CatalogTransaction) throws {}
    package static func objection(toSelling claim: Claim, in tx: CatalogTransaction) throws -> String? { nil }
    package static func unitsSold(_ claim: Claim, in tx: CatalogTransaction) throws {}
    package static func unitsReturned(to listing: String, in tx: CatalogTransaction) throws {}
    package static func unitsFreed(of listing: String, in tx: CatalogTransaction) throws {}
    package static func refunded(_ amount: Int, for subjects: [String], of listing: String, in tx: CatalogTransaction) throws {}
}

/// A kind whose units people can wait for when none are left.
package protocol Waitable: Claimable {
    /// What may be offered now to those who wait: it is on sale, and some of it is free.
    var offerable: [Resource] { get }
    func offerDuration(in tx: CatalogTransaction) throws -> Duration
    /// Somebody who waited has an offer.
    func publishOffered(_ entry: WaitlistStore.Entry, offer: String, until end: Timestamp, in tx: CatalogTransaction) throws
}
