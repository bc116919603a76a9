import Kernel

/// How long before a start people can be reminded. Scheduling sends the reminders; notifications lets people choose among these times.
public struct ReminderTimes: SharedSettings {
    public static let owner: ServiceName = "scheduling"
    public static let copies = [
        SettingCopy("notifications", "reminders.allowed", name: "reminderOffsetsMinutes or providerReminderMinutes"),
    ]
    /// The plugin of scheduling that reminds of events.
    public static let eventPlugin = "event-reminders"

    /// Before events.
    public let reminderOffsetsMinutes: [Int]
    /// Before appointments, of the person who is booked.
    public let providerReminderMinutes: [Int]

    private enum Key: String, CodingKey {
        case reminderOffsetsMinutes, providerReminderMinutes
        /// The name of an earlier release, which definitions of running tenants have.
        case artistReminderMinutes
    }
    public init() { (reminderOffsetsMinutes, providerReminderMinutes) = ([1440, 120], [120]) }
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self), usual = Self()
        reminderOffsetsMinutes = try container.decodeIfPresent([Int].self, forKey: .reminderOffsetsMinutes) ?? usual.reminderOffsetsMinutes
        providerReminderMinutes = try container.decodeIfPresent([Int].self, forKey: .providerReminderMinutes)
            ?? container.decodeIfPresent([Int].self, forKey: .artistReminderMinutes) ?? usual.providerReminderMinutes
    }

    /// The times that a tenant's people choose among, as their preferences write them: `P7D`, `PT2H`.
    public func choices(in definition: TenantDefinition) -> [String] {
        let isOfEvents = definition.has(plugin: Self.eventPlugin, of: Self.owner)
        return (isOfEvents ? reminderOffsetsMinutes : providerReminderMinutes).map { minutes in
            if minutes % 1440 == 0 { return "P\(minutes / 1440)D" }
            return minutes % 60 == 0 ? "PT\(minutes / 60)H" : "PT\(minutes)M"
        }
    }
}
