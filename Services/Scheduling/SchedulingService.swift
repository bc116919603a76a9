import Kernel
import SchedulingAppointments
import SchedulingCalendars
import SchedulingEventReminders
import SchedulingKit
import SchedulingPersonalCalendar
import SchedulingTruckWindows
import ServiceKit

/// When things are due and whose time is taken: calendars, bookings, reminders, calendar files.
public enum Scheduling: PlatformService {
    public static let name = ServiceName.scheduling
    public static let contents = ServiceContents(features: [.eventReminders, .calendars, .appointments, .personalCalendar, .truckWindows],
                                                bulkEvents: ["catalog"])
}

extension Scheduling: DescribesSettings {
    public static let settingsReference = [
        EventReminders.plugin: SchedulingSettings.referenceOfReminders,
        BookingNames.neutral.plugin: SchedulingSettings.referenceOfBookings,
        BookingNames.studio.plugin: SchedulingSettings.referenceOfBookings,
        CalendarPlugins.deliveryWindows: SchedulingSettings.referenceOfWindows,
    ]
}
