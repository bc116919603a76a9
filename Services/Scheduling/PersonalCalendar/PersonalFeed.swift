import Contracts
import Kernel
import SchedulingEventReminders
import SchedulingKit
import ServiceKit

/// A secret address for the calendar program of somebody who goes to events or organizes them; the one before is dead.
public struct RotatePersonalFeed: Command {
    public static let type: MessageType = "scheduling.rotate-personal-feed.v1"

    public func handle(in tx: SchedulingTransaction) throws -> SecretAnswer {
        let user = try tx.user().userID
        let token = tx.token(for: "personal-feed")
        try tx.personalFeeds.save(hash: FeedSecret.hash(key: tx.context.serviceKey(FeedSecret.purpose(token))), of: user, at: tx.now)
        return SecretAnswer(["url": .string("\(tx.root)/calendar/feed/\(token).ics"), "createdAt": .time(tx.now)], status: 201,
                            location: "/calendar/feed")
    }
}

/// No program reads along any more.
public struct RevokePersonalFeed: Command {
    public static let type: MessageType = "scheduling.revoke-personal-feed.v1"

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        try tx.personalFeeds.remove(of: try tx.user().userID)
        return NoContent()
    }
}

/// Whether there is an address, and since when. The address itself is told once.
public struct PersonalFeedState: Query {
    public static let type: MessageType = "scheduling.personal-feed-state.v1"

    public func answer(in view: SchedulingView) throws -> JSONValue {
        let since = try view.personalFeeds.createdAt(of: try view.user().userID)
        return ["active": .bool(since != nil), "createdAt": .time(since)]
    }
}

/// What a calendar program reads: events that somebody has tickets for or organizes.
public struct PersonalFeedFile: Query {
    public static let type: MessageType = "scheduling.personal-feed-file.v1"
    public let feedToken: String

    /// How long after its end an event stays.
    static let daysBack = 30
    static let eventsMax = 1000

    public func answer(in view: SchedulingView) throws -> Binary {
        let hash = FeedSecret.hash(key: view.context.serviceKey(FeedSecret.purpose(feedToken)))
        guard let user = try view.personalFeeds.owner(ofHash: hash) else { throw Rejection.notFound }
        let since = view.now - .days(Self.daysBack)
        let attended = try view.calendarTickets.events(of: user, endingAfter: since, limit: Self.eventsMax)
        let own = try view.events.of(organizer: user, endingAfter: since, limit: Self.eventsMax)
        let file = CalendarFile(feed: Self.entries(attended: attended, own: own), name: view.definition.name,
                                timezone: view.definition.timezone, try view.calendarFacts)
        // Asked for again each time, so that an address that was revoked is dead at once; its tag spares the body.
        return Binary(file.bytes, contentType: CalendarFile.contentType, cacheControl: "private, no-cache")
    }

    /// Each event once, by start.
    static func entries(attended: [CalendarTicketStore.Attended], own: [ScheduledEvent]) -> [CalendarFile.Entry] {
        let tickets = attended.map { row in
            CalendarFile.Entry(row.event, isCancelled: row.active == 0, hasAlarm: true,
                               note: row.active == 0 ? nil : row.active == 1 ? "1 ticket." : "\(row.active) tickets.")
        }
        let known = Set(attended.map(\.event.id))
        let organized = own.filter { !known.contains($0.id) }
            .map { CalendarFile.Entry($0, hasAlarm: false, note: "You organize this event.") }
        return (tickets + organized).sorted { ($0.event.startDate, $0.event.id) < ($1.event.startDate, $1.event.id) }
    }
}
