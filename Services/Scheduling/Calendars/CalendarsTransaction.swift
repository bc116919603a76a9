import ServiceKit

// What handlers about calendars, and all that look for free time, work with.

extension SchedulingTransaction {
    var calendars: CalendarStore { CalendarStore(database, tenant) }
    var reading: CalendarReading { get throws { try CalendarReading(database: database, definition: definition, now: now) } }
}

extension SchedulingView {
    var calendars: CalendarStore { CalendarStore(database, tenant) }
    var reading: CalendarReading { get throws { try CalendarReading(database: database, definition: definition, now: now) } }
    var settings: SchedulingSettings { get throws { try CalendarReading.settings(of: definition) } }
}
