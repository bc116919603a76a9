import Kernel

/// A reason why a free slot may not be booked. A rule is a value; which rules hold for whom is a list, in the order in which they refuse.
public protocol SlotRule: Sendable {
    /// As a refusal names it: `too-soon`.
    var reason: String { get }
    func allows(_ slot: Interval, in offer: SlotOffer) -> Bool
}

/// Not before so much time has passed. Elapsed time: a change of the clock between now and then does not count.
public struct MinimumNotice: SlotRule {
    public let reason = "too-soon"
    public let now: Timestamp
    public let minutes: Int
    public init(now: Timestamp, minutes: Int) { (self.now, self.minutes) = (now, minutes) }
    public func allows(_ slot: Interval, in offer: SlotOffer) -> Bool { slot.start >= now + .minutes(minutes) }
}

/// Not later than so many local days from today.
public struct BookingHorizon: SlotRule {
    public let reason = "too-far"
    public let now: Timestamp
    public let days: Int
    public init(now: Timestamp, days: Int) { (self.now, self.days) = (now, days) }
    public func allows(_ slot: Interval, in offer: SlotOffer) -> Bool {
        offer.zone.local(slot.start).date <= offer.zone.local(now).date.adding(days: days)
    }
}

/// Only within open time, and not in what is blocked.
public struct OpenTime: SlotRule {
    public let reason = "outside-hours"
    public init() {}
    public func allows(_ slot: Interval, in offer: SlotOffer) -> Bool { offer.isOpen(slot) }
}

/// Only at the starts that are offered.
public struct OnGrid: SlotRule {
    public let reason = "off-grid"
    public init() {}
    public func allows(_ slot: Interval, in offer: SlotOffer) -> Bool { offer.isOnGrid(slot.start) }
}

/// Lists of rules by who books.
public enum SlotRules {
    public static func guest(now: Timestamp, noticeMinutes: Int, horizonDays: Int) -> [any SlotRule] {
        [MinimumNotice(now: now, minutes: noticeMinutes), BookingHorizon(now: now, days: horizonDays), OpenTime(), OnGrid()]
    }
    /// Whose calendar it is needs no notice, horizon or grid.
    public static let host: [any SlotRule] = [OpenTime()]
}
