import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Holds seats for an order (R4). A refusal is an answer to the order, not a failure of this message.
extension ClaimTickets: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        let known = try tx.claims.find(claimId)
        if let known, let refusal = try answerKnown(known, tx) {
            if let refusal { try refuse(refusal, tx) }
            return NoContent()
        }
        guard let seen = try tx.events.find(eventId) else {
            try refuse(.notFound, tx)
            return NoContent()
        }
        do {
            let offer = try offerId.map { try Waitlist(tx).requireOffer($0, of: userId, for: eventId) }
            let types = try stockedTypes(tx)
            let sale = try sale(seen.event, types, offer, tx)
            let lines = try EventListing.claimLines(for: EventListing.Request(sale: sale, isLate: late))
            if let offer { try Waitlist(tx).use(offer) }
            try hold(lines, of: seen, types, sale, tx)
            // The offer may have kept more than was ordered.
            if offer != nil { try Waitlist(tx).serve(eventId) }
        } catch let rejection as Rejection {
            try refuse(rejection, tx)
        }
        return NoContent()
    }

    /// The claim was asked for before. Outer nil: claim as if it were new; inner nil: it is answered.
    private func answerKnown(_ claim: Claim, _ tx: CatalogTransaction) throws -> Rejection?? {
        switch claim.state {
        case .held(let end):
            guard let seen = try tx.events.find(eventId) else { return .some(.notFound) }
            try tellClaimed(claim.lines, of: seen, try tx.ticketTypes.of(eventId), until: end, tx)
            return .some(nil)
        case .confirmed:
            guard let seen = try tx.events.find(eventId) else { return .some(.notFound) }
            try tellClaimed(claim.lines, of: seen, try tx.ticketTypes.of(eventId), until: nil, tx)
            return .some(nil)
        case .released:
            // The release overtook its claim, or the buyer gave up: it wins.
            return .conflict("claim-released", "This order was given up.")
        case .expired:
            return late ? nil : .conflict("hold-expired", "The tickets are no longer held.")
        }
    }

    /// The types with the stock of now: a hold that is over does not wait for its timer.
    private func stockedTypes(_ tx: CatalogTransaction) throws -> [CatalogService.TicketType] {
        let types = try tx.ticketTypes.of(eventId)
        let demand = Demand(items.map { Claim.Line(resource: $0.ticketTypeId.rawValue, quantity: $0.quantity) })
        let stock = Dictionary(types.map { ($0.id.rawValue, $0.stock) }) { first, _ in first }
        guard demand.shortage(in: stock) != nil else { return types }
        let overdue = try tx.claims.overdue(in: eventId.rawValue, at: tx.now)
        for id in overdue { try ClaimEnd(tx).expire(id) }
        return overdue.isEmpty ? types : try tx.ticketTypes.of(eventId)
    }

    private func sale(_ event: Event, _ types: [CatalogService.TicketType], _ offer: WaitlistStore.Entry?, _ tx: CatalogTransaction) throws -> TicketSale {
        let buyer = TicketSale.Buyer(id: userId, birthDate: event.ageRestriction == nil ? nil : try tx.people.birthDate(of: userId),
                                     tickets: try tx.claims.tickets(of: userId, in: eventId.rawValue))
        return TicketSale(event: event, types: types, lines: items, buyer: buyer, ageConfirmed: ageConfirmed, expectedTotal: expectedTotal,
                          currency: tx.definition.currency, maxTicketsPerOrder: try tx.settings().maxTicketsPerOrder, zone: try tx.zone(),
                          now: late ? tx.now : placedAt, offered: offer.map { [$0.type: $0.reserved] } ?? [:])
    }

    private func hold(_ lines: [Claim.Line], of seen: SeenEvent, _ types: [CatalogService.TicketType], _ sale: TicketSale, _ tx: CatalogTransaction) throws {
        let until = late ? nil : placedAt + .minutes(seen.event.terms.paymentWindowMinutes)
        let claim = Claim(id: claimId, scope: eventId.rawValue, holder: orderId.rawValue, user: userId, lines: lines, state: .held(until: until))
        try tx.claims.hold(claim, at: tx.now)
        if let until { try tx.schedule(ClaimEnd.timer(claimId), at: until, ExpireClaim(claimId: claimId)) }
        try tellClaimed(lines, of: seen, types, until: until, birthDate: sale.buyer.birthDate, tx)
        try StockNews(tx).tell(of: seen.event, before: types, taken: lines)
    }

    private func tellClaimed(_ lines: [Claim.Line], of seen: SeenEvent, _ types: [CatalogService.TicketType], until: Timestamp?, birthDate: CalendarDate? = nil,
                             _ tx: CatalogTransaction) throws {
        let currency = tx.definition.currency
        guard let snapshot = EventSnapshot.make(seen.event, types, organizerName: seen.organizer.name, currency: currency, now: tx.now) else { return }
        let names = Dictionary(types.map { ($0.id.rawValue, $0.name) }) { first, _ in first }
        let items = lines.map { ClaimedLine(ticketTypeId: TicketTypeID($0.resource), name: names[$0.resource] ?? "", quantity: $0.quantity,
            unitPrice: Money($0.unitPrice, currency)) }
        var total = Money.zero(currency)
        for item in items { total = try total.adding(try item.unitPrice.times(item.quantity)) }
        try tx.publish(TicketsClaimed(claimId: claimId, orderId: orderId, userId: userId, eventId: eventId, items: items, total: total,
                                      expiresAt: until ?? .distantFuture, event: snapshot,
                                      attention: AgeRule.attention(seen.event.ageRestriction, birthDate: birthDate)))
    }

    private func refuse(_ rejection: Rejection, _ tx: CatalogTransaction) throws {
        try tx.publish(ClaimRefused(claimId: claimId, orderId: orderId, eventId: eventId, status: rejection.status, slug: rejection.slug,
            detail: rejection.detail,
                                    members: rejection.members, errors: rejection.errors))
    }
}
