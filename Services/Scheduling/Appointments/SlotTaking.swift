import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// Whether a start may be booked, by whom; and what else there is when not. Writes nothing.
struct SlotTaking {
    enum Party { case guest, host(ignoringHours: Bool) }
    let reading: CalendarReading
    let calendar: ProviderCalendar
    let durationMinutes: Int
    let party: Party
    /// Holders who make room.
    let own: Set<String>

    static let alternativesMax = 3

    /// Throws 409 `slot-unavailable` with the first rule that refuses, or `slot-taken`.
    func check(_ start: Timestamp) throws -> Interval {
        let slot = Interval(start: start, minutes: durationMinutes)
        let date = calendar.zone.local(start).date
        let offer = try reading.offer(calendar, durationMinutes: durationMinutes, from: date, through: date, own: own)
        let rules: [any SlotRule] = switch party {
        case .guest: reading.guestRules(calendar)
        case .host(ignoringHours: true): []
        case .host(ignoringHours: false): SlotRules.host
        }
        if let reason = offer.refusal(of: start, rules: rules) {
            throw Rejection.conflict("slot-unavailable", "This time is not offered.",
                                     ["reason": .string(reason), "alternatives": try alternatives(to: start)])
        }
        guard offer.isFree(start) else { throw try taken(start) }
        return slot
    }
    func taken(_ start: Timestamp) throws -> Rejection {
        .conflict("slot-taken", "Somebody else has this time.", ["alternatives": try alternatives(to: start)])
    }

    /// The next free slots from the wanted time on; from now on where that is too far.
    private func alternatives(to start: Timestamp) throws -> JSONValue {
        let today = reading.today(calendar)
        let horizon = calendar.settings.horizonDays
        let isBeyond = calendar.zone.local(start).date > today.adding(days: horizon)
        let from = isBeyond ? reading.second : max(start, reading.second)
        let first = calendar.zone.local(from).date
        let rules: [any SlotRule], last: CalendarDate
        switch party {
        case .guest: (rules, last) = (reading.guestLimits(calendar), today.adding(days: horizon))
        // No horizon ends what a provider is offered, so what is taken must be known as far as the search goes.
        case .host: (rules, last) = ([MinimumNotice(now: reading.second, minutes: 0)], first.adding(days: horizon))
        }
        let offer = try reading.offer(calendar, durationMinutes: durationMinutes, from: first, through: last, own: own)
        return .array(offer.next(Self.alternativesMax, from: from, daysMax: horizon, rules: rules)
            .map { SlotAnswer($0, calendar.zone).json })
    }
}

/// A slot as answers show it.
package struct SlotAnswer {
    let slot: Interval
    let zone: TimeZoneRules
    init(_ slot: Interval, _ zone: TimeZoneRules) { (self.slot, self.zone) = (slot, zone) }
    var json: JSONValue {
        [
            "startsAt": .string(slot.start.wholeSeconds.description), "endsAt": .string(slot.end.wholeSeconds.description),
            "startTime": .string(Self.clock(slot.start, zone)), "endTime": .string(Self.clock(slot.end, zone)),
            "utcOffset": .string(ClockText.offset(seconds: zone.offsetSeconds(at: slot.start))),
        ]
    }
    /// `HH:mm` on the wall.
    static func clock(_ instant: Timestamp, _ zone: TimeZoneRules) -> String { ClockText.text(zone.local(instant).secondOfDay / 60) }

    /// `{"data": [{"date", "slots"}], "meta": {…}}`
    package static func list(_ days: [SlotOffer.Day], _ zone: TimeZoneRules, timezone: String, from: CalendarDate, to: CalendarDate,
                             durationMinutes: Int) -> JSONValue {
        let data = days.map { day -> JSONValue in
            ["date": .string(day.date.description), "slots": .array(day.slots.map { SlotAnswer($0, zone).json })]
        }
        return ["data": .array(data),
                "meta": ["timezone": .string(timezone), "from": .string(from.description), "to": .string(to.description),
                                              "durationMinutes": .int(durationMinutes)]]
    }
}
