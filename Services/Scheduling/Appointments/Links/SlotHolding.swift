import Contracts
import Kernel
import SchedulingKit

/// Keeping a slot for a link, and giving it back.
struct SlotHolding {
    let tx: SchedulingTransaction

    /// Claims the time and keeps it until then. False: it is taken.
    func hold(_ slot: Interval, for link: BookingLink, kind: SlotHold.Kind, in calendar: ProviderCalendar, until expiry: Timestamp,
              ignoring: Set<String> = []) throws -> SlotHold? {
        let hold = SlotHold(id: tx.context.newID(), linkId: link.id, providerId: link.providerId, kind: kind, state: .live, slot: slot,
                            expiresAt: expiry)
        let holder = SlotClaimStore.holder(hold: hold.id)
        guard try tx.claims.claim(link.providerId, slot.widened(by: calendar.buffers), places: calendar.places(at: slot.start),
                                  holder: holder, expiresAt: expiry, ignoring: ignoring, at: tx.now) else { return nil }
        try tx.links.insert(hold)
        try tx.schedule(ExpireHold.timerID(hold.id), at: expiry, ExpireHold(holdId: hold.id))
        try tx.publish(SlotHeld(holdId: SlotHoldID(hold.id), providerId: hold.providerId, linkId: link.publicID, startsAt: slot.start,
                                endsAt: slot.end, expiresAt: expiry, kind: kind.rawValue))
        return hold
    }

    /// Ends the link's expired holds whose timer has not fired yet.
    func expireOverdue(of link: BookingLink) throws {
        for hold in try tx.links.liveHolds(of: link.id) where !hold.isLive(at: tx.now) { try release(hold, as: .expired) }
    }

    /// Gives the time back. An offer that ran out, or that its customer gave back, was missed.
    func release(_ hold: SlotHold, as end: SlotHold.State, isGivenBack: Bool = false) throws {
        // Its time decides, not its timer.
        let state = hold.isLive(at: tx.now) ? end : .expired
        try tx.links.set(state, of: hold)
        try tx.claims.release(hold.providerId, holder: SlotClaimStore.holder(hold: hold.id))
        tx.cancelTimer(ExpireHold.timerID(hold.id))
        let fact = HoldReleased(holdId: SlotHoldID(hold.id), providerId: hold.providerId, linkId: BookingLinkID(String(hold.linkId)),
                                startsAt: hold.slot.start,
                                endsAt: hold.slot.end, expiresAt: hold.expiresAt, kind: hold.kind.rawValue, reason: state.rawValue)
        try tx.publish(fact)
        guard hold.kind == .offer, state != .booked else { return }
        try WaitlistRun(tx: tx).offerReturned(hold, wasMissed: state == .expired || isGivenBack)
    }
}
