import Contracts
import Kernel
import ServiceKit

/// The waiting lines of a listing: freed units go to those who wait first (R12).
package struct Waitlist {
    private let tx: CatalogTransaction
    package init(_ tx: CatalogTransaction) { self.tx = tx }
    package static func timer(_ entry: String) -> String { "waitlist-offer:\(entry)" }

    /// Offers what is free to those who wait. Called whenever units may have become free.
    package func serve<Kind: Waitable>(_ listing: String, of kind: Kind.Type) throws {
        guard try tx.waitlist.hasLine(of: listing), let open = try Kind(listing, in: tx) else { return }
        for resource in open.offerable { try serve(resource, of: open, listing) }
    }

    private func serve(_ resource: Resource, of listing: some Waitable, _ id: String) throws {
        let entries = try tx.waitlist.line(for: resource.subject, of: id)
        guard !entries.isEmpty else { return }
        let line = WaitingLine(
            entries.map { WaitingLine.Entry(id: $0.id, quantity: $0.quantity, passedOver: $0.passedOver, reserved: $0.reserved) },
            units: resource.stock.available)
        // A whole second, as answers show it.
        let end = (tx.now + (try listing.offerDuration(in: tx))).wholeSeconds
        for entry in entries {
            if let waiting = line.waiting.first(where: { $0.id == entry.id }) {
                if waiting.passedOver != entry.passedOver || waiting.reserved != entry.reserved {
                    try tx.waitlist.keepWaiting(entry, passedOver: waiting.passedOver, reserved: waiting.reserved)
                }
            } else {
                let offer = tx.context.newID()
                try tx.waitlist.offer(entry, offerID: offer, until: end)
                try tx.schedule(Self.timer(entry.id), at: end, ExpireWaitlistOffer(entryId: entry.id))
                try listing.publishOffered(entry, offer: offer, until: end, in: tx)
            }
        }
    }

    /// The offer an order wants to use. Throws 410 when it is not (or no longer) this person's, 422 when the order asks for nothing
    /// of what it keeps: the offer stays open.
    func requireOffer(_ id: String, for request: PlaceClaim) throws -> WaitlistStore.Entry {
        guard let entry = try tx.waitlist.find(offer: id), entry.user == request.userId, entry.listing == request.listing.id,
            tx.now < entry.offerExpiresAt ?? .distantPast else {
            throw Rejection(410, "offer-expired", "This offer is over.")
        }
        guard request.lines.contains(where: { $0.subject == entry.subject }) else {
            throw Rejection.invalid(["waitlistOfferId": ["is for another ticket type"]])
        }
        return entry
    }

    /// The order took it: what was kept is free for the claim that follows.
    func use(_ entry: WaitlistStore.Entry) throws {
        try end(entry, as: "fulfilled")
        try publishLength(of: entry.listing)
    }

    /// Somebody no longer waits. What was kept for them is free; `serve` offers it to the next.
    package func leave(_ entry: WaitlistStore.Entry) throws {
        try end(entry, as: "left")
        try publishLength(of: entry.listing)
        if entry.reserved > 0 { try tx.publish(TicketsFreed(eventId: EventID(entry.listing))) }
    }

    /// Sales of the listing are over: nobody waits any more.
    package func close(_ listing: String) throws {
        let entries = try tx.waitlist.live(of: listing)
        for entry in entries { try end(entry, as: "closed") }
        if !entries.isEmpty { try publishLength(of: listing) }
    }

    /// Nobody waits any more for what the listing no longer has.
    package func close(_ listing: String, subjects: Set<String>) throws {
        let entries = try tx.waitlist.live(of: listing).filter { subjects.contains($0.subject) }
        for entry in entries { try end(entry, as: "closed") }
        if !entries.isEmpty { try publishLength(of: listing) }
    }

    /// Tells how long the lines of a listing are, after one changed.
    package func publishLength(of listing: String) throws {
        try tx.publish(WaitlistLengthChanged(eventId: EventID(listing), length: try tx.waitlist.length(of: listing)))
    }

    private func end(_ entry: WaitlistStore.Entry, as state: String) throws {
        try tx.waitlist.end(entry, as: state)
        tx.cancelTimer(Self.timer(entry.id))
    }
}
