import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// A customer keeps a slot while filling in the form. One at a time: a new one replaces the old, if it succeeds.
public struct HoldSlot: Command {
    public static let type: MessageType = "scheduling.hold-slot.v1"
    public let token: String
    private let form: JSONValue
    public init(from decoder: any Decoder) throws { (token, form) = try PathForm.read("token", decoder) }
    public func encode(to encoder: any Encoder) throws { try PathForm.write(token, as: "token", form, encoder) }
    init(token: String, startsAt: String?) { (self.token, form) = (token, ["startsAt": .text(startsAt)]) }

    public func handle(in tx: SchedulingTransaction) throws -> Created<JSONValue> {
        let (hold, calendar) = try hold(in: tx)
        return Created(hold.json(calendar.zone), at: "/booking/links/\(token)/holds/\(hold.id)")
    }

    /// After a refusal the caller must roll back.
    func hold(in tx: SchedulingTransaction) throws -> (SlotHold, ProviderCalendar) {
        let link = try DepositSaga(tx: tx).settled(tx.links.require(token: token))
        try link.checkUsable(at: tx.now)
        let reading = try tx.reading
        let calendar = try reading.calendar(of: link.providerId)
        let start = try start(in: calendar.zone)
        let old = try tx.links.liveHolds(of: link.id)
        // What was offered to this very customer is kept for them already, and for longer.
        if let offer = old.first(where: { $0.kind == .offer && $0.slot.start == start && $0.isLive(at: tx.now) }) {
            return (offer, calendar)
        }
        let own = Set(old.map { SlotClaimStore.holder(hold: $0.id) })
        let taking = SlotTaking(reading: reading, calendar: calendar, durationMinutes: link.durationMinutes, party: .guest, own: own)
        let slot = try taking.check(start)
        let holding = SlotHolding(tx: tx)
        let expiry = slot.keptUntil(minutes: calendar.settings.holdMinutes, from: tx.now)
        guard let hold = try holding.hold(slot, for: link, kind: .form, in: calendar, until: expiry, ignoring: own) else {
            throw try taking.taken(start)
        }
        for earlier in old where earlier.kind == .form { try holding.release(earlier, as: .replaced) }
        return (hold, calendar)
    }

    private func start(in zone: TimeZoneRules) throws -> Timestamp {
        var reader = FormReader(form)
        let startsAt = reader.string("startsAt")
        let start = reader.isValid ? reader.start(startsAt, in: zone) : nil
        try reader.finish()
        guard let start else { throw Rejection.malformed("There is no start.") }
        return start
    }
}

/// A customer gives the slot back.
public struct ReleaseHold: Command {
    public static let type: MessageType = "scheduling.release-hold.v1"
    public let token: String
    public let holdId: String

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        let link = try DepositSaga(tx: tx).settled(tx.links.require(token: token))
        let hold = try tx.links.hold(holdId)
        try link.checkUsable(for: hold, at: tx.now)
        // Gone already.
        guard let hold, hold.linkId == link.id, hold.state == .live else { return NoContent() }
        try SlotHolding(tx: tx).release(hold, as: .released, isGivenBack: true)
        return NoContent()
    }
}
