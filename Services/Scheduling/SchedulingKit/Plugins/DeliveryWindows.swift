import Kernel

/// The plugin of tenants that come by in fixed windows of the week, each with so many places: food, fuel, parcels. The
/// windows stand in the tenant file (`settings.scheduling.windows`); an exception closes days, blocks times, or
/// (`extra`) opens the week's windows of any day that lie in its times.
public struct DeliveryWindows: CalendarPlugin {
    private let windows: [DeliveryWindow]
    public init(_ settings: SchedulingSettings) { windows = settings.windows.compactMap(\.window) }
    public func calendar(hours: [WorkingHours], exceptions: [ScheduleOverride]) -> any Calendar {
        WindowCalendar(windows: windows, exceptions: exceptions)
    }
    /// A window is as long as it has to be: its places are what is counted.
    public func buffers(of settings: CalendarSettings) -> Buffers { Buffers() }
}

/// A stretch of some weekdays that so many may share.
public struct DeliveryWindow: Hashable, Sendable {
    /// 0 is Sunday.
    public let days: Set<Int>
    /// Of the local day, up to 1440.
    public let minutes: Range<Int>
    public let places: Int
    public init(days: Set<Int>, minutes: Range<Int>, places: Int) { (self.days, self.minutes, self.places) = (days, minutes, places) }
}

public struct WindowCalendar: Calendar {
    private let week: [[DeliveryWindow]]
    private let exceptions: [ScheduleOverride]
    public let isContinuous = false

    /// Windows of a day do not overlap; they may touch.
    public init(windows: [DeliveryWindow], exceptions: [ScheduleOverride]) {
        week = (0..<7).map { day in windows.filter { $0.days.contains(day) }.sorted { $0.minutes.lowerBound < $1.minutes.lowerBound } }
        self.exceptions = exceptions
    }

    public func openMinutes(on date: CalendarDate) -> [Range<Int>] {
        var isClosed = false
        var extra: [Range<Int>] = []
        for exception in exceptions where exception.covers(date) {
            switch exception.kind {
            case .closed: isClosed = true
            case .extra(let minutes): extra.append(minutes)
            case .blocked: break  // Takes time away, in `blockedMinutes`.
            }
        }
        let usual = week[date.weekday % 7].map(\.minutes)
        if extra.isEmpty { return isClosed ? [] : usual }
        var open = isClosed ? [] : usual
        let others = Set(week.joined().map(\.minutes)).sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
        for window in others where extra.contains(where: { $0.lowerBound <= window.lowerBound && window.upperBound <= $0.upperBound }) {
            if !open.contains(where: { $0.overlaps(window) }) { open.append(window) }
        }
        return open.sorted { $0.lowerBound < $1.lowerBound }
    }

    public func blockedMinutes(on date: CalendarDate) -> [Range<Int>] {
        exceptions.compactMap { exception in
            guard exception.covers(date), case .blocked(let minutes) = exception.kind else { return nil }
            return minutes
        }
    }

    /// Of that day's window, or of the window that an exception may have brought from another day.
    public func places(at minute: Int, on date: CalendarDate) -> Int {
        let ofTheDay = week[date.weekday % 7].first { $0.minutes.contains(minute) }
        return (ofTheDay ?? week.joined().first { $0.minutes.contains(minute) })?.places ?? 1
    }
}

/// A window as a tenant file says it: `{ days: [1, 2], start: "10:00", end: "12:00", places: 4 }`.
public struct WindowForm: Decodable, Sendable {
    public let days: [Int]
    public let start: String
    public let end: String
    public let places: Int
    static let placesRange = 1...10_000

    private var minutes: (start: Int?, end: Int?) { (ClockText.minutes(start), ClockText.minutes(end, allowsEndOfDay: true)) }
    /// Nil: something is wrong with it.
    var window: DeliveryWindow? {
        guard problems.isEmpty, let from = minutes.start, let to = minutes.end else { return nil }
        return DeliveryWindow(days: Set(days), minutes: from..<to, places: places)
    }
    /// By field.
    var problems: [(path: String, message: String)] {
        var found: [(path: String, message: String)] = []
        if days.isEmpty { found.append(("days", "must name a day")) }
        if !days.allSatisfy({ (0...6).contains($0) }) { found.append(("days", "each must be 0 (Sunday) to 6")) }
        if Set(days).count != days.count { found.append(("days", "must differ")) }
        if minutes.start == nil { found.append(("start", "is not a time (HH:mm, 00:00 to 23:59)")) }
        if minutes.end == nil { found.append(("end", "is not a time (HH:mm, up to 24:00)")) }
        if let from = minutes.start, let to = minutes.end, from >= to {
            found.append(("end", "must be after start; windows past midnight are two"))
        }
        if !Self.placesRange.contains(places) {
            found.append(("places", "must be \(Self.placesRange.lowerBound) to \(Self.placesRange.upperBound)"))
        }
        return found
    }

    /// What is wrong with windows of one tenant, by place and field.
    static func problems(of forms: [WindowForm]) -> [(path: String, message: String)] {
        var found: [(path: String, message: String)] = []
        for (place, form) in forms.enumerated() {
            found += form.problems.map { ("\(place).\($0.path)", $0.message) }
            guard let window = form.window else { continue }
            let earlier = forms[..<place].compactMap(\.window)
            if earlier.contains(where: { !$0.days.isDisjoint(with: window.days) && $0.minutes.overlaps(window.minutes) }) {
                found.append(("\(place).start", "overlaps an earlier window of the day"))
            }
        }
        return found
    }
}
