/// Reminders and calendar files of events: the plugin of tenants that announce events.
package enum EventReminders {
    package static let plugin = "event-reminders"
}
