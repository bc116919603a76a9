import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Tickets of events as what can be claimed, by the rules of R4; and waited for (R12).
package struct EventTickets: Waitable {
    package static var kind: String { EventListing.name }
    private let seen: SeenEvent
    private let types: [TicketType]
    private let now: Timestamp
    package let resources: [Resource]

    package init?(_ listing: String, in tx: CatalogTransaction) throws {
        guard let seen = try tx.events.find(EventID(listing)) else { return nil }
        let types = try tx.ticketTypes.of(seen.event.id)
        (self.seen, self.types, now) = (seen, types, tx.now)
        resources = types.map(\.resource)
    }

    package var holdDuration: Duration { .minutes(seen.event.terms.paymentWindowMinutes) }

    /// Nobody pays for free tickets, so nothing is left to wait for.
    package func isSoldAtOnce(_ lines: [Claim.Line]) -> Bool { lines.allSatisfy { $0.unitPrice == 0 } }

    package func check(_ request: PlaceClaim, kept: [String: Int], in tx: CatalogTransaction) throws {
        let event = seen.event
        let buyer = TicketSaleRules.Buyer(id: request.userId, birthDate: try birthDate(of: request.userId, in: tx),
                                     tickets: try tx.claims.units(of: request.userId, in: event.id.rawValue))
        let sale = TicketSaleRules(
            event: event, types: types, lines: request.lines.map(TicketLine.init), buyer: buyer,
            ageConfirmed: request.details[Self.ageConfirmed]?.bool ?? false, expectedTotal: request.expectedTotal,
            currency: tx.definition.currency, maxTicketsPerOrder: try tx.settings().maxTicketsPerOrder, zone: try tx.zone(),
            now: request.late ? tx.now : request.placedAt,
            offered: Dictionary(kept.map { (TicketTypeID($0.key), $0.value) }) { first, _ in first })
        if request.late { try sale.checkLate() } else { try sale.check() }
    }
    /// What an order says besides its lines.
    static let ageConfirmed = "ageConfirmed"

    /// Only where an age limit asks for it.
    private func birthDate(of user: User.ID, in tx: CatalogTransaction) throws -> CalendarDate? {
        seen.event.ageRestriction == nil ? nil : try tx.people.birthDate(of: user)
    }

    package func publishHeld(_ claim: Claim, in tx: CatalogTransaction) throws {
        let currency = tx.definition.currency
        guard let snapshot = EventSnapshot.make(seen.event, types, organizerName: seen.organizer.name, currency: currency, now: tx.now)
        else { return }
        let items = claim.lines.map { line in
            ClaimedLine(ticketTypeId: TicketTypeID(line.subject), name: resource(line.subject)?.name ?? "", quantity: line.quantity,
                        unitPrice: Money(line.unitPrice, currency))
        }
        var total = Money.zero(currency)
        for item in items { total = try total.adding(try item.unitPrice.times(item.quantity)) }
        let attention = AgeRule.attention(seen.event.ageRestriction, birthDate: try birthDate(of: claim.user, in: tx))
        try tx.publish(TicketsClaimed(claimId: claim.id, orderId: OrderID(claim.holder), userId: claim.user, eventId: seen.event.id,
                                      items: items, total: total, expiresAt: claim.end ?? .distantFuture, event: snapshot,
                                      attention: attention, sold: claim.state == .confirmed ? true : nil))
    }

    package func unitsHeld(_ lines: [Claim.Line], kept: [String: Int], in tx: CatalogTransaction) throws {
        try StockEventPublisher(tx).publish(for: seen.event, before: types, taken: lines, kept: kept)
    }

    package static func objection(toSelling claim: Claim, in tx: CatalogTransaction) throws -> String? {
        guard let seen = try tx.events.find(EventID(claim.listing.id)) else { return cancelled }
        switch seen.event.life {
        case .cancelled: return cancelled
        case .draft, .published: return nil
        }
    }
    private static let cancelled = "event-cancelled"

    package static func unitsSold(_ claim: Claim, in tx: CatalogTransaction) throws {
        for line in claim.lines where line.unitPrice > 0 {
            try tx.ticketTypes.addGross(line.quantity * line.unitPrice, to: TicketTypeID(line.subject), of: EventID(claim.listing.id))
        }
    }
    package static func unitsReturned(to listing: String, in tx: CatalogTransaction) throws {
        try tx.publish(TicketsFreed(eventId: EventID(listing)))
    }
    package static func unitsFreed(of listing: String, in tx: CatalogTransaction) throws { try Waitlist(tx).serve(listing, of: Self.self) }
    package static func refunded(_ amount: Int, for subjects: [String], of listing: String, in tx: CatalogTransaction) throws {
        try tx.ticketTypes.takeGross(amount, of: EventID(listing), first: subjects.map { TicketTypeID($0) })
    }

    /// Tickets of these types that are free.
    static func available(_ types: [TicketType]) -> Int { types.reduce(0) { $0 + $1.stock.available } }

    // MARK: - Waiting

    package var offerable: [Resource] {
        guard seen.event.isTicketSalesOpen(at: now) else { return [] }
        return types.filter { $0.stock.available > 0 && $0.isOnSale(at: now, of: seen.event) }.map(\.resource)
    }
    package func offerDuration(in tx: CatalogTransaction) throws -> Duration { .minutes(try tx.settings().waitlistOfferMinutes) }
    package func publishOffered(_ entry: WaitlistStore.Entry, offer: String, until end: Timestamp, in tx: CatalogTransaction) throws {
        try tx.publish(WaitlistOffered(eventId: seen.event.id, title: seen.event.title ?? "", ticketTypeId: TicketTypeID(entry.subject),
                                       userId: entry.user, entryId: entry.id, offerId: offer, quantity: entry.quantity,
                                       expiresAt: end.wholeSeconds))
    }
}

extension TicketType {
    /// The type as what is claimed.
    package var resource: Resource { Resource(subject: id.rawValue, name: name, unit: TicketLine.unit, unitPrice: price, stock: stock) }
}
