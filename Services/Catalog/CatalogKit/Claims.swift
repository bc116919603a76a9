import Contracts
import Kernel
import ServiceKit

/// The one claim primitive: claim → hold → confirm, release, expire; and the return of what was sold. What waits for nothing is sold
/// without a hold. It moves the stock and answers orders. What a kind of listing adds is a `Claimable`.
package struct Claims {
    private let tx: CatalogTransaction
    package init(_ tx: CatalogTransaction) { self.tx = tx }
    /// Of one line: far above what anything sells at once, so that sums cannot overflow.
    static let quantityMax = 1_000_000
    static func timer(_ id: ClaimID) -> String { "claim:\(id)" }

    // MARK: - Holding

    /// Holds what an order asks for. A refusal is an answer to the order (`ClaimRefused`), not a failure of this message.
    package func place<Kind: Claimable>(_ request: PlaceClaim, of kind: Kind.Type) throws {
        do { try hold(request, of: kind) } catch let rejection as Rejection {
            try tx.publish(ClaimRefused(
                claimId: request.claimId, orderId: request.orderId, listing: request.listing, status: rejection.status,
                slug: rejection.slug, detail: rejection.detail, members: rejection.members, errors: rejection.errors))
        }
    }

    /// The same for kinds that refuse orders by a message of their own: throws the refusal, then nothing is held.
    /// - Parameter end: the hold ends at the latest then; nil: only the kind limits it.
    package func hold<Kind: Claimable>(_ request: PlaceClaim, until end: Timestamp? = nil, of kind: Kind.Type) throws {
        let known = try tx.claims.find(request.claimId)
        if let known, let refusal = refusal(ofKnown: known, isLate: request.late) { throw refusal }
        guard let listing = try Kind(request.listing.id, in: tx) else { throw Rejection.notFound }
        if let known, known.isHeldOrSold { return try listing.publishHeld(known, in: tx) }
        let offer = try offer(of: request, for: listing)
        let kept = offer.map { [$0.subject: $0.reserved] } ?? [:]
        let current = try withoutOverdueHolds(listing, for: request)
        try current.check(request, kept: kept, in: tx)
        let lines = try lines(of: request, in: current, kept: kept)
        if let offer { try Waitlist(tx).use(offer) }
        try hold(lines, for: request, kept: kept, until: end ?? .distantFuture, in: current)
        // The offer may have kept more than was ordered.
        if offer != nil { try Kind.unitsFreed(of: request.listing.id, in: tx) }
    }

    /// The offer of the waiting list that an order names. What else speaks against the order is said before that the offer is over.
    private func offer(of request: PlaceClaim, for listing: some Claimable) throws -> WaitlistStore.Entry? {
        guard let id = request.offerId else { return nil }
        do { return try Waitlist(tx).requireOffer(id, for: request) } catch let refusal as Rejection {
            // As if there were enough: the stock is looked at with an offer that counts only.
            let enough = Dictionary(request.lines.map { ($0.subject, Self.quantityMax) }) { first, _ in first }
            try listing.check(request, kept: enough, in: tx)
            throw refusal
        }
    }

    /// Why a claim that is known already is not made again.
    private func refusal(ofKnown claim: Claim, isLate: Bool) -> Rejection? {
        switch claim.state {
        case .held, .confirmed: nil
        // The release overtook its claim, or the buyer gave up: it wins.
        case .released: .conflict("claim-released", "This order was given up.")
        case .expired: isLate ? nil : .conflict("hold-expired", "The hold for this order has expired.")
        }
    }

    /// The listing with the stock of now: a hold that is over does not wait for its timer.
    private func withoutOverdueHolds<Kind: Claimable>(_ listing: Kind, for request: PlaceClaim) throws -> Kind {
        let demand = Demand(request.lines.map { Claim.Line(subject: $0.subject, unit: $0.unit, quantity: $0.quantity) })
        guard demand.shortage(in: listing.resources) != nil else { return listing }
        return try expireOverdue(in: request.listing.id, of: Kind.self) ? try Kind(request.listing.id, in: tx) ?? listing : listing
    }

    /// Ends the holds of a listing that are over although no timer said so yet. Answers whether there were any.
    @discardableResult
    package func expireOverdue<Kind: Claimable>(in listing: String, of kind: Kind.Type) throws -> Bool {
        let overdue = try tx.claims.overdue(in: listing, at: tx.now)
        for id in overdue { try expire(id, of: kind) }
        return !overdue.isEmpty
    }

    /// What to hold, at the prices of now; a late claim at those that were paid. Throws what every kind refuses.
    private func lines(of request: PlaceClaim, in listing: some Claimable, kept: [String: Int]) throws -> [Claim.Line] {
        var check = Validation()
        check.require(!request.lines.isEmpty, "lines", "is required")
        for line in request.lines {
            guard let resource = listing.resource(line.subject) else { throw Rejection.notFound }
            check.number("lines", line.quantity, 1...Self.quantityMax)
            check.require(line.unit == resource.unit, "lines", "\(resource.name) is counted in \(resource.unit)")
        }
        try check.check()
        let demand = Demand(request.lines.map { line in
            Claim.Line(subject: line.subject, unit: line.unit, quantity: line.quantity,
                       unitPrice: paidPrice(of: line, in: request) ?? listing.resource(line.subject)?.unitPrice ?? 0)
        })
        if let short = demand.shortage(in: listing.resources, kept: kept) {
            throw Rejection.conflict("sold-out", "There are not enough left.",
                                     ["subject": .string(short.subject), "available": .int(short.available)])
        }
        return demand.lines
    }

    /// Nil: nothing was paid yet. Another currency than today's cannot be compared.
    private func paidPrice(of line: ClaimLine, in request: PlaceClaim) -> Int? {
        guard request.late, let paid = line.unitPrice, paid.currency == tx.definition.currency else { return nil }
        return paid.amount
    }

    private func hold<Kind: Claimable>(_ lines: [Claim.Line], for request: PlaceClaim, kept: [String: Int], until end: Timestamp,
                                       in listing: Kind) throws {
        // A whole second, because answers show it so: at the second that they name the hold is over.
        let until = request.late ? nil : min(end, (request.placedAt + listing.holdDuration).wholeSeconds)
        let isSold = !request.late && listing.isSoldAtOnce(lines)
        let claim = Claim(id: request.claimId, listing: request.listing, holder: request.orderId.rawValue, user: request.userId,
                          lines: lines, state: isSold ? .confirmed : .held(until: until))
        try tx.claims.insert(claim, at: tx.now)
        if let end = claim.end { try tx.schedule(Self.timer(claim.id), at: end, ExpireClaim(claimId: claim.id)) }
        if isSold { try Kind.unitsSold(claim, in: tx) }
        try listing.publishHeld(claim, in: tx)
        try listing.unitsHeld(lines, kept: kept, in: tx)
    }

    /// A payment is under way: the hold lasts at least until then.
    package func extend<Kind: Claimable>(_ claim: Claim, until: Timestamp, of kind: Kind.Type) throws {
        var claim = claim
        let end: Timestamp?
        do throws(Claim.Refusal) { end = try claim.extend(until: until, at: tx.now) } catch { return try expire(claim.id, of: kind) }
        guard let end else { return }
        try tx.claims.apply(.nothing, of: claim)
        try tx.schedule(Self.timer(claim.id), at: end, ExpireClaim(claimId: claim.id))
    }

    // MARK: - Ends of a hold

    /// Paid, or free: what was held is sold. A hold that is over is refused, and what the kind objects to.
    package func confirm<Kind: Claimable>(_ claim: Claim, of kind: Kind.Type) throws {
        var claim = claim
        if claim.state != .confirmed, let objection = try Kind.objection(toSelling: claim, in: tx) {
            try release(claim.id, of: kind)
            return try Kind.publish(.confirmRefused(slug: objection), of: claim, in: tx)
        }
        do {
            if try claim.confirm(at: tx.now) == .heldBecomesSold {
                try tx.claims.apply(.heldBecomesSold, of: claim)
                tx.cancelTimer(Self.timer(claim.id))
                try Kind.unitsSold(claim, in: tx)
            }
            // Confirmed before: the same answer again.
            try Kind.publish(.confirmed, of: claim, in: tx)
        } catch let refusal as Claim.Refusal {
            try expire(claim.id, of: kind)
            try Kind.publish(.confirmRefused(slug: refusal.rawValue), of: claim, in: tx)
        }
    }

    /// What a hold whose time is over kept sells again.
    package func expire<Kind: Claimable>(_ id: ClaimID, of kind: Kind.Type) throws {
        guard var claim = try tx.claims.find(id) else { return }
        switch claim.expire(at: tx.now) {
        case .nothing, .heldBecomesSold: return  // It ended another way, or its end was moved.
        case .heldGoesBack:
            try returnSold(claim)
            try Kind.publish(.expired, of: claim, in: tx)
            try Kind.unitsFreed(of: claim.listing.id, in: tx)
        }
    }

    package func release<Kind: Claimable>(_ id: ClaimID, of kind: Kind.Type) throws {
        guard var claim = try tx.claims.find(id) else { return }
        switch claim.release() {
        case .nothing, .heldBecomesSold: return  // Sold, or back already.
        case .heldGoesBack:
            try returnSold(claim)
            try Kind.publish(.released, of: claim, in: tx)
            try Kind.unitsFreed(of: claim.listing.id, in: tx)
        }
    }

    /// Gives back what a claim holds or has sold in one of these units; the rest of it stays. A unit that is back already stays back.
    package func release<Kind: Claimable>(_ id: ClaimID, units: Set<String>, of kind: Kind.Type) throws {
        guard let claim = try tx.claims.find(id) else { return }
        switch claim.state {
        case .held:
            // Nothing is left to hold: the claim ends as a whole.
            guard claim.lines.contains(where: { !units.contains($0.unit) }) else { return try release(id, of: kind) }
        case .confirmed: break
        case .released, .expired: return  // It is back already.
        }
        guard try tx.claims.giveBack(units, of: claim) else { return }
        try Kind.unitsFreed(of: claim.listing.id, in: tx)
    }

    private func returnSold(_ claim: Claim) throws {
        try tx.claims.apply(.heldGoesBack, of: claim)
        tx.cancelTimer(Self.timer(claim.id))
    }

    // MARK: - Returns

    /// Returns what was sold, with or without the money paid for it. A line with an unknown subject or more than was sold needs a
    /// person to look at it; it does not stop the other lines.
    package func takeBack<Kind: Claimable>(_ request: ReturnStock, of kind: Kind.Type) throws {
        guard try tx.claims.beginReturn(request.returnId, at: tx.now) else { return }
        let resources = try Kind(request.listing.id, in: tx)?.resources ?? []
        let (sold, unsold) = sorted(request.lines, by: resources)
        guard !sold.isEmpty || unsold.isEmpty else { throw NotSold(orderId: request.orderId, listing: request.listing, lines: unsold) }
        let holder = request.orderId.rawValue, listing = request.listing.id
        let before = try tx.claims.refunded(to: holder, in: listing)
        var price = 0
        for line in sold {
            let paid = try tx.claims.returnSold(line.quantity, of: line.subject, soldTo: holder, in: listing, by: request.userId)
            price += line.quantity * (paid ?? resources.first { $0.subject == line.subject }?.unitPrice ?? 0)
        }
        let total = request.refundedTotal ?? before + price
        try tx.claims.noteRefunded(total, to: holder)
        try Kind.refunded(total - before, for: sold.map(\.subject), of: listing, in: tx)
        if !unsold.isEmpty {
            // This message fails alone and stays as a dead letter.
            try tx.send(
                ReturnStock(orderId: request.orderId, listing: request.listing, lines: unsold, returnId: "\(request.returnId):unsold",
                            userId: request.userId, refundedTotal: total))
        }
        guard !sold.isEmpty else { return }
        try Kind.unitsReturned(to: listing, in: tx)
        try Kind.unitsFreed(of: listing, in: tx)
    }

    private func sorted(_ lines: [ClaimLine], by resources: [Resource]) -> (sold: [ClaimLine], unsold: [ClaimLine]) {
        var left = Dictionary(resources.map { ($0.subject, $0.stock.sold) }) { first, _ in first }
        var sold: [ClaimLine] = [], unsold: [ClaimLine] = []
        for line in lines {
            let isUnit = resources.contains { $0.subject == line.subject && $0.unit == line.unit }
            if isUnit, let count = left[line.subject], (1...max(1, count)).contains(line.quantity), count > 0 {
                left[line.subject] = count - line.quantity
                sold.append(line)
            } else {
                unsold.append(line)
            }
        }
        return (sold, unsold)
    }
}

/// What is returned was never sold here: the data of two services differ.
struct NotSold: Error, CustomStringConvertible {
    let orderId: OrderID
    let listing: ListingReference
    let lines: [ClaimLine]
    var description: String {
        let returned = lines.map { "\($0.quantity) of \($0.subject)" }.joined(separator: ", ")
        return "order \(orderId) returns \(returned) to \(listing.kind) \(listing.id), which did not sell so many"
    }
}

extension Claimable {
    /// `ClaimHeld`, for kinds whose orders need to know nothing else.
    package func publishHeld(_ claim: Claim, in tx: CatalogTransaction) throws {
        let currency = tx.definition.currency
        var total = Money.zero(currency)
        let lines = try claim.lines.map { line in
            let price = Money(line.unitPrice, currency)
            total = try total.adding(try price.times(line.quantity))
            return ClaimHeld.Line(subject: line.subject, unit: line.unit, quantity: line.quantity,
                                  name: resource(line.subject)?.name ?? "", unitPrice: price)
        }
        try tx.publish(ClaimHeld(claimId: claim.id, orderId: OrderID(claim.holder), userId: claim.user, listing: claim.listing,
                                 lines: lines, total: total, expiresAt: claim.end ?? .distantFuture))
    }
}
