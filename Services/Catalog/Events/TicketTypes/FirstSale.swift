import Kernel

/// When the first tickets of an event are sold.
package enum FirstSale {
    /// Nil: from the publication on, or nothing is for sale. What is paused is not for sale.
    package static func start(_ types: [TicketType]) -> Timestamp? {
        let forSale = types.filter { !$0.isPaused }
        let starts = forSale.compactMap(\.salesStart)
        return starts.count == forSale.count ? starts.min() : nil
    }

    /// Told on the day before, on the clocks of the tenant: as soon as that day begins, or at once when it has begun.
    /// Nil: it is too late for that.
    package static func announcedAt(_ start: Timestamp, zone: TimeZoneRules, now: Timestamp) -> Timestamp? {
        let day = zone.local(start).date.adding(days: -1)
        guard zone.local(now).date <= day else { return nil }
        return max(zone.startOfDay(day), now)
    }
}
