import Contracts
import Kernel
import SchedulingKit
import ServiceKit

extension Feature {
    /// A provider's week and its exceptions, settings, feed, and the times that are open.
    package static let calendars = Feature(
        "calendars",
        migrations: [CreateCalendars.self],
        commands: [
            ReplaceWorkingHours.self, AddWorkingHours.self, ChangeWorkingHours.self, RemoveWorkingHours.self, AddOverride.self,
            RemoveOverride.self, ChangeSettings.self, RotateCalendarFeed.self, RevokeCalendarFeed.self, ImportCalendar.self,
        ],
        reactions: [OnProviderErased.self, OnProviderRegistered.self, OnProviderRolesChanged.self, OnProviderUpdated.self],
        queries: [
            WorkingHoursOfProvider.self, OverridesOfProvider.self, SettingsOfProvider.self, CalendarFeedState.self, CalendarFeedFile.self,
            FreeSlots.self, PreviewSlots.self,
        ],
        publishes: [WorkingHoursChanged.self, OverrideAdded.self, OverrideRemoved.self],
        routes: CalendarRoutes.all,
        plugins: [
            PluginDeclaration(CalendarPlugins.weeklyHours) { _, definition in
                guard definition.has(plugin: CalendarPlugins.deliveryWindows, of: ServiceName.scheduling) else { return [] }
                return [("windows",
                         "\(CalendarPlugins.weeklyHours) and \(CalendarPlugins.deliveryWindows) are two answers to one question; name one")]
            },
            PluginDeclaration(CalendarPlugins.deliveryWindows) { settings, _ in
                settings["windows"]?.array?.isEmpty == false
                    ? [] : [("windows", "must have a window: \(CalendarPlugins.deliveryWindows) is named")]
            },
        ],
        texts: [WorkingHoursTexts.all])
}
