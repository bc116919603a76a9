import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// An event for the calendar of a phone.
public struct EventCalendarFile: Query {
    public static let type: MessageType = "scheduling.event-calendar-file.v1"
    public let eventId: EventID

    public func answer(in view: SchedulingView) throws -> Binary {
        guard let event = try view.events.find(eventId) else { throw Rejection.notFound }
        let file = CalendarFile(CalendarFile.Entry(event, hasAlarm: true), try view.calendarFacts)
        return Binary(file.bytes, contentType: CalendarFile.contentType, cacheControl: "public, max-age=60")
    }
}
