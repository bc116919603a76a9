import Contracts
import Kernel
import SchedulingKit
import ServiceKit

extension Feature {
    /// Reminders and calendar files of events.
    package static let eventReminders = Feature(
        "event-reminders",
        migrations: [CreateReminders.self, RememberOrganizers.self],
        timers: [RemindOfEvent.self],
        reactions: [
            OnEventPublished.self, OnEventUpdated.self, OnEventCancelled.self, OnEventRestored.self, OnEventFavorited.self,
            OnTicketsIssued.self, OnTicketsCancelled.self, OnTicketTransferred.self, OnOrganizerUpdated.self,
            OnUserErased.self,
        ],
        queries: [EventCalendarFile.self],
        publishes: [ReminderDue.self],
        routes: EventRoutes.all,
        plugins: [
            PluginDeclaration(EventReminders.plugin) { settings, definition in
                // Who names both hears of one mistake once.
                BookingNames.all.contains { definition.has(plugin: $0.plugin, of: ServiceName.scheduling) }
                    ? [] : SettingsCheck.problems(of: settings)
            },
        ])
}
