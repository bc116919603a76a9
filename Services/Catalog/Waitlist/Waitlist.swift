import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// The waiting lists of an event: freed units go to the line first (R12).
struct Waitlist {
    private let tx: CatalogTransaction
    init(_ tx: CatalogTransaction) { self.tx = tx }
    static func timer(_ entry: String) -> String { "waitlist-offer:\(entry)" }

    /// Offers what is free to those who wait. Called whenever units may have become free.
    func serve(_ event: EventID) throws {
        guard try tx.waitlist.hasLine(of: event), let seen = try tx.events.find(event), seen.event.isTicketSalesOpen(at: tx.now) else { return }
        for type in try tx.ticketTypes.of(event) where type.stock.available > 0 && type.isOnSale(at: tx.now, of: seen.event) {
            try serve(type, of: seen.event)
        }
    }

    private func serve(_ type: TicketType, of event: Event) throws {
        let entries = try tx.waitlist.line(for: type.id, of: event.id)
        guard !entries.isEmpty else { return }
        let line = WaitingLine(entries.map { WaitingLine.Entry(id: $0.id, quantity: $0.quantity, passedOver: $0.passedOver, reserved: $0.reserved) },
                               units: type.stock.available)
        let end = tx.now + .minutes(try tx.settings().waitlistOfferMinutes)
        for entry in entries {
            if let waiting = line.waiting.first(where: { $0.id == entry.id }) {
                if waiting.passedOver != entry.passedOver || waiting.reserved != entry.reserved {
                    try tx.waitlist.keepWaiting(entry, passedOver: waiting.passedOver, reserved: waiting.reserved)
                }
            } else {
                let offer = tx.context.newID()
                try tx.waitlist.offer(entry, offerID: offer, until: end)
                try tx.schedule(Self.timer(entry.id), at: end, ExpireWaitlistOffer(entryId: entry.id))
                try tx.publish(WaitlistOffered(eventId: event.id, title: event.title ?? "", ticketTypeId: type.id, userId: entry.user, entryId: entry.id,
                                               offerId: offer, quantity: entry.quantity, expiresAt: end.wholeSeconds))
            }
        }
    }

    /// The offer an order wants to use. Throws 410 when it is not (or no longer) this person's.
    func requireOffer(_ id: String, of user: User.ID, for event: EventID) throws -> WaitlistStore.Entry {
        guard let entry = try tx.waitlist.find(offer: id), entry.user == user, entry.event == event, tx.now < entry.offerExpiresAt ?? .distantPast else {
            throw Rejection(410, "offer-expired", "This offer is over.")
        }
        return entry
    }

    /// The order took it: what was kept is free for the claim that follows.
    func use(_ entry: WaitlistStore.Entry) throws {
        try tx.waitlist.end(entry, as: "fulfilled")
        tx.cancelTimer(Self.timer(entry.id))
    }

    /// The event started or is off: nobody waits any more.
    func close(_ event: EventID) throws {
        for entry in try tx.waitlist.live(of: event) {
            try tx.waitlist.end(entry, as: "closed")
            tx.cancelTimer(Self.timer(entry.id))
        }
    }
}
