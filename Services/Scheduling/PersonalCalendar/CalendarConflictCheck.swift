import Contracts
import Kernel

/// R13: which dates somebody has stand in the way of another one. Functions of values.
struct CalendarConflictCheck: Sendable {
    enum Source: String, Sendable {
        case ticket, organizerEvent = "organizer-event", device

        /// In a list, among conflicts of one kind and start.
        var rank: Int {
            switch self {
            case .ticket: 0
            case .organizerEvent: 1
            case .device: 2
            }
        }
    }
    /// Something that takes time.
    struct Date: Sendable, Equatable {
        let source: Source
        /// Nil: of the caller's own device.
        let eventId: EventID?
        let title: String?
        let window: TimeWindow
    }
    struct Found: Sendable, Equatable {
        let kind: CalendarConflict
        let date: Date
        let overlapMinutes: Int
        let gapMinutes: Int
    }

    let window: TimeWindow
    let adjacentMinutes: Int

    /// By kind, then by start. An event is there once, as a ticket if somebody has one.
    func conflicts(with dates: [Date]) -> [Found] {
        var seen: Set<EventID> = []
        return dates.sorted { $0.source.rank < $1.source.rank }
            .filter { date in date.eventId.map { seen.insert($0).inserted } ?? true }
            .compactMap { date in
                guard let kind = CalendarConflict(window, date.window, adjacentMinutes: adjacentMinutes) else { return nil }
                return Found(kind: kind, date: date, overlapMinutes: CalendarConflict.overlapMinutes(window, date.window),
                             gapMinutes: CalendarConflict.gapMinutes(window, date.window))
            }
            .sorted { Self.order($0) < Self.order($1) }
    }

    private static func order(_ found: Found) -> (Int, Timestamp, Int, Timestamp, String) {
        (found.kind.rank, found.date.window.start, found.date.source.rank, found.date.window.end, found.date.eventId?.rawValue ?? "")
    }
}
