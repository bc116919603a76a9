import Kernel
import ServiceKit

/// When things are due and whose time is taken: calendars, bookings, reminders, calendar files.
public enum Scheduling: PlatformService {
    public static let name: ServiceName = "scheduling"
    public static let contents = ServiceContents(features: [.eventReminders, .calendars, .appointments, .personalCalendar],
                                                bulkEvents: ["catalog"])

    /// Reminds holders and favoriters of events.
    static let reminders = "event-reminders"
    /// Whose open time is what each provider says.
    static let weeklyHours = "weekly-hours"
    /// Whose open time is in the tenant file, as windows with places.
    static let deliveryWindows = "delivery-windows"
}
