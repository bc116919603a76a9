import Contracts
import Kernel
import SchedulingAppointments
import SchedulingKit
import ServiceKit

/// The rows of a week, all on one page.
public struct WorkingHoursOfProvider: Query, HasFormerNames {
    public static let type: MessageType = "scheduling.working-hours-of-provider.v1"
    public static let formerFields = BookingNames.providerFields
    public let providerId: String?
    public func answer(in view: SchedulingView) throws -> JSONValue {
        WeekAnswer.list(try view.calendars.hours(of: view.calendarOwner(named: providerId)))
    }
}

/// Exceptions that touch the days; from today on where nothing is said.
public struct OverridesOfProvider: Query, HasFormerNames {
    public static let type: MessageType = "scheduling.overrides-of-provider.v1"
    public static let formerFields = BookingNames.providerFields
    public let providerId: String?
    public let from: String?
    public let to: String?
    public let page: Int?
    public let perPage: Int?

    public func answer(in view: SchedulingView) throws -> Page<JSONValue> {
        var check = Validation()
        let request = PageRequest(page: page, perPage: perPage, &check)
        let first = DateRange.date("from", from, &check), last = DateRange.date("to", to, &check)
        if let first, let last { check.require(first <= last, "to", "is before from") }
        let owner = try view.calendarOwner(named: providerId, form: check)
        let calendar = try view.reading.calendar(of: owner)
        let start = first ?? calendar.zone.local(view.now).date
        let end = last ?? CalendarDate(daysSinceEpoch: 1_000_000)
        let found = try view.calendars.overrides(of: owner, from: start, through: end)
        let part = try found.dropFirst(request.offset).prefix(request.perPage).map {
            $0.json(conflicts: try OverrideConflicts.of($0, owner, calendar.zone, view.appointments))
        }
        return Page(part, request, total: found.count)
    }
}

/// How a calendar may be booked.
public struct SettingsOfProvider: Query, HasFormerNames {
    public static let type: MessageType = "scheduling.settings-of-provider.v1"
    public static let formerFields = BookingNames.providerFields
    public let providerId: String?
    public func answer(in view: SchedulingView) throws -> JSONValue {
        let calendar = try view.reading.calendar(of: view.calendarOwner(named: providerId))
        return calendar.settings.answer(view.names, timezone: calendar.timezone)
    }
}

/// Whether a calendar program reads along. The secret is shown only where it is made.
public struct CalendarFeedState: Query {
    public static let type: MessageType = "scheduling.calendar-feed-state.v1"
    public func answer(in view: SchedulingView) throws -> JSONValue {
        let record = try view.calendars.find(view.user().userID)
        return ["active": .bool(record?.feedHash != nil), "createdAt": .time(record?.feedCreatedAt)]
    }
}

/// The feed of a calendar, for the program that has its address.
public struct CalendarFeedFile: Query {
    public static let type: MessageType = "scheduling.calendar-feed-file.v1"
    public let feedToken: String
    public let detail: String?
    private static let daysBack = 30
    private static let appointmentsMax = 5000

    public func answer(in view: SchedulingView) throws -> Binary {
        let hash = FeedSecret.hash(key: view.context.serviceKey(FeedSecret.purpose(feedToken)))
        guard let record = try view.calendars.find(feedHash: hash) else { throw Rejection.notFound }
        let filter = AppointmentStore.Filter(provider: record.providerId, endsAfter: view.now - .days(Self.daysBack))
        let appointments = try view.appointments.page(filter, offset: 0, limit: Self.appointmentsMax).appointments
        let file = try CalendarFiles(definition: view.definition)
            .feed(appointments, view.reading.calendar(record), isBusyOnly: detail == "busy")
        return Binary(Array(file.text.utf8), contentType: "text/calendar; charset=utf-8", cacheControl: "private, max-age=300")
    }
}
