import ServiceKit

// What handlers about calendars, and all that look for free time, work with.

extension SchedulingScope {
    package var calendars: CalendarStore { CalendarStore(database, tenant) }
    package var reading: CalendarReading { get throws { try CalendarReading(database: database, definition: definition, now: now) } }
}

extension SchedulingView {
    package var settings: SchedulingSettings { get throws { try CalendarReading.settings(of: definition) } }
}
