import Contracts
import Kernel
import ServiceKit

/// When things are due: reminders of events, calendar files.
public enum Scheduling: PlatformService {
    public typealias Transaction = SchedulingTransaction
    public typealias View = SchedulingView

    public static let name: ServiceName = "scheduling"

    public static let contents = ServiceContents<SchedulingTransaction, SchedulingView>(
        migrations: [CreateReminders.self],
        commands: [RemindOfEvent.self],
        reactions: [
            OnEventPublished.self, OnEventUpdated.self, OnEventCancelled.self, OnEventFavorited.self, OnTicketsIssued.self, OnTicketsCancelled.self,
            OnUserErased.self,
        ],
        queries: [EventCalendarFile.self],
        publishes: [ReminderDue.self],
        routes: SchedulingRoutes.all,
        plugins: [PluginDeclaration(reminders) { settings, _ in check(settings) }]
    )
    /// Reminds holders and favoriters of events.
    static let reminders = "event-reminders"

    /// What is wrong with a tenant's settings of this service.
    private static func check(_ settings: JSONValue) -> [(path: String, message: String)] {
        do {
            return try settings.decoded(as: SchedulingSettings.self).problems
        } catch {
            return [("", "cannot be read: \(error)")]
        }
    }
}
