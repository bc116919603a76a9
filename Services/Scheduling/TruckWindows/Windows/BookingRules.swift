import Contracts
import Kernel

/// Which windows can be booked at an instant, by the windows and stops of the days that are asked for.
package struct BookingRules: Sendable {
    package let now: Timestamp
    package let zone: TimeZoneRules
    /// The last day that can be booked, counted from today.
    package let horizonDays: Int
    /// How long an order "as soon as possible" may take.
    package let asapPromiseMinutes: Int

    /// - Parameter now: counts to the second.
    package init(now: Timestamp, zone: TimeZoneRules, horizonDays: Int, asapPromiseMinutes: Int) {
        (self.now, self.zone, self.horizonDays, self.asapPromiseMinutes) = (now.wholeSeconds, zone, horizonDays, asapPromiseMinutes)
    }

    static let asapStartMinutes = 120
    static let asapEndMinutes = 60
    package static let alternativesMax = 3

    package var today: CalendarDate { zone.local(now).date }
    package var horizon: ClosedRange<CalendarDate> { today...today.adding(days: max(0, horizonDays)) }
    /// Days on which a window "as soon as possible" may begin.
    package var asapDays: ClosedRange<CalendarDate> { today...zone.local(now + .minutes(Self.asapStartMinutes)).date }

    package func isOpen(_ window: TruckWindow) -> Bool { now < window.cutoffAt && horizon.contains(window.date) }

    package enum Unavailable: String, Sendable { case pastCutoff = "past_cutoff", noTruckForFuel = "no_truck_for_fuel", full }

    /// Nil: it can be booked.
    package func unavailability(of entry: StaffedWindow, for fuel: String) -> Unavailable? {
        if !isOpen(entry.window) { return .pastCutoff }
        if entry.stops.capacity(for: fuel) == 0 { return .noTruckForFuel }
        return entry.stops.remaining(for: fuel) == 0 ? .full : nil
    }

    /// The earliest window that begins soon and lasts long enough. Its cutoff does not count.
    package func asap(_ entries: [StaffedWindow], for fuel: String) -> StaffedWindow? {
        let latestStart = now + .minutes(Self.asapStartMinutes), earliestEnd = now + .minutes(Self.asapEndMinutes)
        return entries.filter { entry in
            entry.window.time.start <= latestStart && entry.window.time.end > earliestEnd && entry.stops.remaining(for: fuel) > 0
        }.min { $0.window.time.start < $1.window.time.start }
    }
    /// When an order "as soon as possible" is promised, in this window.
    package func asapPromise(in window: TruckWindow) -> Timestamp { max(now, window.time.start) + .minutes(asapPromiseMinutes) }

    /// Windows that can be booked instead: those that begin after the refused one first, then earlier ones.
    /// - Parameter refused: nil: as soon as possible.
    func alternatives(to refused: WindowIdentity?, among entries: [StaffedWindow], for fuel: String) -> [WindowOption] {
        let free = entries.filter { unavailability(of: $0, for: fuel) == nil && $0.window.id != refused?.id }
            .map(\.window).sorted { $0.time.start < $1.time.start }
        let start = refused?.time.start ?? .distantPast
        let ordered = free.filter { $0.time.start >= start } + free.filter { $0.time.start < start }
        return ordered.prefix(Self.alternativesMax).map(\.option)
    }
}

