import Contracts
import Kernel
import ServiceKit

/// An event for the calendar of a phone.
public struct EventCalendarFile: Query {
    public static let type: MessageType = "scheduling.event-calendar-file.v1"
    public let eventId: EventID

    public func answer(in view: SchedulingView) throws -> Binary {
        guard let event = try view.events.find(eventId) else { throw Rejection.notFound }
        let settings: SchedulingSettings = try view.definition.settings(of: Scheduling.name.rawValue)
        let url = settings.eventUrl?.replacing("{event.id}", with: event.id.rawValue)
        let file = CalendarFile(event, host: settings.appointments.uidHost ?? view.definition.hosts.first ?? view.tenant.rawValue, url: url,
                                alarmMinutes: settings.alarmMinutes)
        return Binary(file.bytes, contentType: "text/calendar; charset=utf-8", cacheControl: "public, max-age=60")
    }
}
