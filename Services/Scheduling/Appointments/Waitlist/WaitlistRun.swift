import Contracts
import Kernel
import SchedulingKit

/// Freed time goes to people who wait, in order of joining, as a hold of their own.
struct WaitlistRun {
    let tx: SchedulingTransaction

    /// Some time of a calendar got free, buffers included.
    func freed(_ interval: Interval, of provider: User.ID) throws {
        guard interval.end > tx.now else { return }  // Nobody can come yesterday.
        let waiting = try tx.waitlist.waiting(for: provider)
        guard !waiting.isEmpty else { return }
        let calendar = try tx.reading.calendar(of: provider)
        guard !calendar.record.isClosed else { return }  // The account is gone.
        for entry in waiting { try offer(interval, to: entry, calendar) }
    }

    /// The first free slot of the link's length that meets the freed time and lies in the wanted days.
    private func offer(_ interval: Interval, to entry: WaitlistEntry, _ calendar: ProviderCalendar) throws {
        guard let link = try tx.links.find(entry.linkId), link.status(at: tx.now) == .active else { return }
        let zone = calendar.zone
        // A slot that ends within the freed time may begin a day before.
        let from = max(entry.from, zone.local(interval.start).date.adding(days: -1)), through = min(entry.to, zone.local(interval.end).date)
        guard from <= through else { return }
        let own = Set(try tx.links.liveHolds(of: link.id).map { SlotClaimStore.holder(hold: $0.id) })
        let reading = try tx.reading
        let offer = try reading.offer(calendar, durationMinutes: link.durationMinutes, from: from, through: through, own: own)
        let slots = offer.days(from: from, through: through, rules: reading.guestLimits(calendar)).flatMap(\.slots)
        guard let slot = slots.first(where: { $0.meets(interval) && $0.start > tx.now }) else { return }
        let expiry = slot.keptUntil(minutes: calendar.settings.waitlistOfferMinutes, from: tx.now)
        let holding = SlotHolding(tx: tx)
        guard let hold = try holding.hold(slot, for: link, kind: .offer, in: calendar, until: expiry, ignoring: own) else { return }
        var offered = entry
        (offered.state, offered.holdId) = (.offered, hold.id)
        try tx.waitlist.save(offered)
        try tx.publish(SlotWaitlistOffered(entryId: entry.publicID, linkId: link.publicID, providerId: link.providerId,
                                           startsAt: slot.start))
        try AppointmentMessages(tx: tx).offer(entry, hold, link: link, calendar)
    }

    /// An offer came back: nobody took it, or its link is no more.
    func offerReturned(_ hold: SlotHold, wasMissed: Bool) throws {
        if var entry = try tx.waitlist.live(of: hold.linkId), entry.holdId == hold.id, wasMissed {
            entry.state = .missed
            try tx.waitlist.save(entry)
            try tx.publish(SlotWaitlistMissed(entryId: entry.publicID, linkId: BookingLinkID(String(hold.linkId)),
                                              providerId: hold.providerId, startsAt: hold.slot.start))
        }
        let calendar = try tx.reading.calendar(of: hold.providerId)
        try freed(hold.slot.widened(by: calendar.buffers), of: hold.providerId)
    }

    /// The link's entry waits no more.
    func end(of link: BookingLink, as state: WaitlistEntry.State) throws {
        guard var entry = try tx.waitlist.live(of: link.id) else { return }  // Nobody waited.
        entry.state = state
        try tx.waitlist.save(entry)
        switch state {
        case .left, .ended: try tx.publish(SlotWaitlistEnded(entryId: entry.publicID, linkId: link.publicID, providerId: link.providerId))
        case .booked, .missed, .offered, .waiting: break  // Said by what brought it there.
        }
        for hold in try tx.links.liveHolds(of: link.id) where hold.kind == .offer && hold.id == entry.holdId && state != .booked {
            try SlotHolding(tx: tx).release(hold, as: .released)
        }
    }
}

extension WaitlistEntry {
    var publicID: Identifier<WaitlistEntryTag> { Identifier(String(id)) }
}
