import Kernel

/// A stretch of the clock on the wall on some weekdays, half-open; one whose end lies before its start runs past midnight.
package struct WallWindow: Hashable, Sendable {
    /// Bit n: ISO weekday n + 1.
    package let weekdays: UInt8
    /// Seconds since midnight; `to` up to 86,400.
    package let from: Int
    package let to: Int
    package static let everyDay: UInt8 = 0b111_1111

    package init(weekdays: UInt8 = everyDay, from: Int, to: Int) { (self.weekdays, self.from, self.to) = (weekdays, from, to) }

    /// Nil unless both are `HH:mm` (`24:00` as an end) and differ.
    package init?(weekdays: UInt8 = everyDay, from: String, to: String) {
        guard let start = Self.second(from), start < 86_400, let end = Self.second(to), start != end else { return nil }
        self.init(weekdays: weekdays, from: start, to: end)
    }

    /// `HH:mm` as seconds since midnight.
    package static func second(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60, hour < 24 || (hour == 24 && minute == 0) else { return nil }
        return hour * 3600 + minute * 60
    }
    package static func text(_ second: Int) -> String {
        let (hour, minute) = (second / 3600, second / 60 % 60)
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
    package static let dayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    /// `daily` or `sun,wed`.
    package static func weekdays(_ text: some StringProtocol) -> UInt8? {
        if text == "daily" { return everyDay }
        var mask: UInt8 = 0
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let day = dayNames.firstIndex(of: String(name)) else { return nil }
            mask |= 1 << UInt8(day)
        }
        return mask
    }

    package var seconds: Int { to > from ? to - from : 86_400 - from + to }

    package func contains(_ local: LocalTime) -> Bool {
        let second = local.secondOfDay
        if from < to { return second >= from && second < to && includes(local.weekday) }
        if second >= from { return includes(local.weekday) }
        return second < to && includes(local.weekday == 1 ? 7 : local.weekday - 1)
    }
    private func includes(_ weekday: Int) -> Bool { weekdays >> UInt8(weekday - 1) & 1 == 1 }
}

/// When a type or category may interrupt: windows, any of them.
package struct WallSlot: Hashable, Sendable {
    package let windows: [WallWindow]
    package let texts: [String]
    package init(windows: [WallWindow], texts: [String]) { (self.windows, self.texts) = (windows, texts) }

    package func contains(_ local: LocalTime) -> Bool { windows.contains { $0.contains(local) } }
    package var boundaries: [Int] { windows.flatMap { [$0.from, $0.to] } }

    /// The first instant from `t` on that lies inside.
    package func next(from t: Timestamp, zone: TimeZoneRules) -> Timestamp? {
        WallStep.first(from: t, zone: zone, boundaries: boundaries, where: contains)
    }
    /// The end of the window that `t` lies in, or else of the next one.
    package func end(from t: Timestamp, zone: TimeZoneRules) -> Timestamp? {
        next(from: t, zone: zone).flatMap { start in
            WallStep.first(from: start, zone: zone, boundaries: boundaries) { !contains($0) }
        }
    }
}

/// Walks along the clock on the wall, over the nights it is changed.
package enum WallStep {
    /// Nobody looks further ahead than this.
    package static let daysMax = 400

    /// The first instant from `t` on at which `holds` is true of the clock on the wall. `holds` may change its mind
    /// only at the given seconds of a day, at midnight and where the clock is changed. Nil: not within `daysMax`.
    ///
    /// A time that is skipped in spring is never shown, so a window ends at the first instant after the gap; one that
    /// is repeated in autumn is shown twice.
    package static func first(from t: Timestamp, zone: TimeZoneRules, boundaries: [Int], where holds: (LocalTime) -> Bool) -> Timestamp? {
        var t = t
        let limit = t + .days(daysMax)
        while t <= limit {
            let local = zone.local(t)
            if holds(local) { return t }
            var next = 86_400
            for boundary in boundaries where boundary > local.secondOfDay && boundary < next { next = boundary }
            let start = t.secondsSinceEpoch
            let target = start + Int64(next - local.secondOfDay)
            t = Timestamp(secondsSinceEpoch: change(from: start, to: target, zone: zone) ?? target)
        }
        return nil
    }

    /// The second in (start, end] at which the offset is another one for the first time.
    private static func change(from start: Int64, to end: Int64, zone: TimeZoneRules) -> Int64? {
        let old = zone.offsetSeconds(at: Timestamp(secondsSinceEpoch: start))
        guard zone.offsetSeconds(at: Timestamp(secondsSinceEpoch: end)) != old else { return nil }
        var low = start, high = end
        while high - low > 1 {
            let middle = (low + high) / 2
            if zone.offsetSeconds(at: Timestamp(secondsSinceEpoch: middle)) == old { low = middle } else { high = middle }
        }
        return high
    }
}
