import Contracts
import ServiceKit

extension Feature {
    /// A provider's week and its exceptions, settings, feed, and the times that are open.
    static let calendars = Feature(
        "calendars",
        migrations: [CreateCalendars.self],
        commands: [
            ReplaceWorkingHours.self, AddWorkingHours.self, ChangeWorkingHours.self, RemoveWorkingHours.self, AddOverride.self,
            RemoveOverride.self, ChangeSettings.self, RotateCalendarFeed.self, RevokeCalendarFeed.self,
        ],
        reactions: [OnProviderErased.self, OnProviderRegistered.self, OnProviderUpdated.self],
        queries: [
            WorkingHoursOfProvider.self, OverridesOfProvider.self, SettingsOfProvider.self, CalendarFeedState.self, CalendarFeedFile.self,
            FreeSlots.self, PreviewSlots.self,
        ],
        publishes: [WorkingHoursChanged.self, OverrideAdded.self, OverrideRemoved.self],
        routes: CalendarRoutes.all,
        plugins: [
            PluginDeclaration(Scheduling.weeklyHours) { _, definition in
                guard definition.has(plugin: Scheduling.deliveryWindows, of: Scheduling.name) else { return [] }
                return [("windows",
                         "\(Scheduling.weeklyHours) and \(Scheduling.deliveryWindows) are two answers to one question; name one")]
            },
            PluginDeclaration(Scheduling.deliveryWindows) { settings, _ in
                settings["windows"]?.array?.isEmpty == false
                    ? [] : [("windows", "must have a window: \(Scheduling.deliveryWindows) is named")]
            },
        ],
        texts: [WorkingHoursTexts.all])
}
