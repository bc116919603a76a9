import Contracts
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit

/// Tickets of an event are sold from tomorrow on. Told on the day before, on the clocks of the tenant.
enum SalesStartNews {
    static let type = "sales-start-tomorrow"

    static func trigger(_ event: EventID, title: String, start: Timestamp, in tx: NotificationsTransaction) throws -> Trigger {
        var facts = try tx.tickets.event(event.rawValue)?.facts ?? Facts()
        facts.set("event.id", .string(event.rawValue))
        facts.set("event.title", .string(title))
        facts.set("salesStart", .string(start.description))
        // News of the day before, however late on that day the organizer decided it.
        let zone = try TimeZoneRules.named(try tx.policy().zone)
        return Trigger(type, at: min(zone.startOfDay(dayBefore(start, zone)), tx.happenedAt), subject: event.rawValue, facts: facts)
    }

    /// Everybody who likes the event then is told as that day begins. Who comes to like it on that day hears of it, too: once, like all.
    static func tell(_ user: User.ID, whoLikes event: EventID, in tx: NotificationsTransaction) throws {
        // Organizers get no attendees' messages of their own event.
        guard let known = try tx.tickets.event(event.rawValue), known.organizerId != user,
            let start = known.facts.time("event.salesStart"), let title = known.facts["event.title"]?.string else { return }
        let zone = try TimeZoneRules.named(try tx.policy().zone)
        guard zone.local(tx.happenedAt).date == dayBefore(start, zone) else { return }
        try Notifying(tx: tx).notify(trigger(event, title: title, start: start, in: tx), to: user, relations: ["favorited"])
    }

    private static func dayBefore(_ start: Timestamp, _ zone: TimeZoneRules) -> CalendarDate {
        zone.local(start).date.adding(days: -1)
    }
}
