import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// A customer waits for a slot of some days.
public struct JoinSlotWaitlist: Command, HasFormerNames {
    public static let type: MessageType = "scheduling.join-waitlist.v1"
    public static let formerFields = BookingNames.customerFields
    public let token: String
    private let form: JSONValue
    public init(from decoder: any Decoder) throws { (token, form) = try PathForm.read("token", decoder) }
    public func encode(to encoder: any Encoder) throws { try PathForm.write(token, as: "token", form, encoder) }
    init(token: String, _ fields: [String: JSONValue]) { (self.token, form) = (token, .object(fields)) }

    public func handle(in tx: SchedulingTransaction) throws -> Created<JSONValue> {
        let (entry, position) = try join(in: tx)
        return Created(["id": .int(entry.id), "status": .string(entry.state.rawValue), "position": .int(position),
                        "from": .string(entry.from.description),
                        "to": .string(entry.to.description)], at: "/booking/links/\(token)/waitlist")
    }

    /// After a refusal the caller must roll back.
    func join(in tx: SchedulingTransaction) throws -> (entry: WaitlistEntry, position: Int) {
        var link = try DepositSaga(tx: tx).settled(tx.links.require(token: token))
        try link.checkUsable(at: tx.now)
        // A customer who missed an offer may wait again at once.
        try SlotHolding(tx: tx).expireOverdue(of: link)
        let calendar = try tx.reading.calendar(of: link.providerId)
        let (name, email, days) = try checked(calendar, tx.names, at: tx.now)
        guard try tx.waitlist.live(of: link.id) == nil else { throw Rejection.conflict("already-waiting", "This link waits already.") }
        let waiting = try tx.waitlist.waiting(for: link.providerId).count
        guard waiting < WaitlistEntry.waitingPerCalendarMax else {
            throw Rejection.conflict("waitlist-full", "Too many people wait already.")
        }
        let entry = WaitlistEntry(id: try tx.numbers.next(.waitlistEntry), linkId: link.id, providerId: link.providerId, customerName: name,
                                  customerEmail: email,
                                  from: days.lowerBound, to: days.upperBound, state: .waiting, holdId: nil, createdAt: tx.now)
        try tx.waitlist.save(entry)
        // Who waits must be able to take what comes.
        let end = calendar.zone.startOfDay(days.upperBound.adding(days: 1))
        if end > link.expiresAt {
            link.expiresAt = end
            try tx.links.update(link)
            try tx.schedule(ExpireLink.timerID(link.id), at: end, ExpireLink(linkId: link.id))
        }
        try tx.schedule(EndWaiting.timerID(entry.id), at: end, EndWaiting(entryId: entry.id))
        try tx.schedule(EraseWaitingCustomer.timerID(entry.id), at: end + .days(tx.settings().customerRetentionDays),
                        EraseWaitingCustomer(entryId: entry.id))
        try tx.publish(SlotWaitlistJoined(entryId: entry.publicID, linkId: link.publicID, providerId: link.providerId))
        return (entry, waiting + 1)
    }

    private func checked(_ calendar: ProviderCalendar, _ names: BookingNames, at now: Timestamp) throws -> (String, String,
        ClosedRange<CalendarDate>) {
        var reader = FormReader(form)
        let today = calendar.zone.local(now).date, last = today.adding(days: calendar.settings.horizonDays)
        let name = reader.typed("customerName") { CustomerField.text("customerName", $0, CustomerDetails.nameScalars, &$1) }
        let email = reader.typed("customerEmail") { CustomerField.email("customerEmail", $0, required: true, &$1) }
        let from = reader.typed("from") { DateRange.date("from", $0, &$1) }, to = reader.typed("to") { DateRange.date("to", $0, &$1) }
        let first = from ?? today, end = to ?? last
        if first > end { reader.fail("to", "is before from") }
        if end < today { reader.fail("to", "is in the past") }
        if end > last { reader.fail("to", "is beyond what can be booked") }
        guard reader.isValid, let name, let email else { throw Rejection.invalid(names.named(reader.check.errors)) }
        return (name, email, max(first, today)...end)
    }
}

/// A customer waits no more.
public struct LeaveSlotWaitlist: Command {
    public static let type: MessageType = "scheduling.leave-waitlist.v1"
    public let token: String

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        let link = try DepositSaga(tx: tx).settled(tx.links.require(token: token))
        try link.checkUsable(at: tx.now)
        try SlotHolding(tx: tx).expireOverdue(of: link)
        guard let entry = try tx.waitlist.live(of: link.id) else { throw Rejection.notFound }
        tx.cancelTimer(EndWaiting.timerID(entry.id))
        try WaitlistRun(tx: tx).end(of: link, as: .left)
        return NoContent()
    }
}

/// The days somebody waited for are over.
public struct EndWaiting: Command {
    public static let type: MessageType = "scheduling.end-waiting.v1"
    public let entryId: Int
    static func timerID(_ entry: Int) -> String { "waitlist:\(entry)" }

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        guard let entry = try tx.waitlist.find(entryId), entry.state == .waiting || entry.state == .offered,
              let link = try tx.links.find(entry.linkId) else {
            return NoContent()  // Booked, missed or left.
        }
        try WaitlistRun(tx: tx).end(of: link, as: .ended)
        return NoContent()
    }
}
