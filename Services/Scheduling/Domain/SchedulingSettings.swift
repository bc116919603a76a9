import Kernel

/// `settings.scheduling` of a tenant. Everything has a default.
public struct SchedulingSettings: Decodable, Sendable {
    /// How long before the start people are reminded.
    public var reminderOffsetsMinutes = [1440, 120]
    /// The alarm in calendar files, before the start.
    public var alarmMinutes = 120
    /// Where an event is on the web, with `{event.id}`; nil: nowhere.
    public var eventUrl: String?

    private enum Key: String, CodingKey { case reminderOffsetsMinutes, alarmMinutes, eventUrl }
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        reminderOffsetsMinutes = try container.decodeIfPresent([Int].self, forKey: .reminderOffsetsMinutes) ?? reminderOffsetsMinutes
        alarmMinutes = try container.decodeIfPresent(Int.self, forKey: .alarmMinutes) ?? alarmMinutes
        eventUrl = try container.decodeIfPresent(String.self, forKey: .eventUrl)
    }

    /// What is wrong with them, by name.
    public var problems: [(path: String, message: String)] {
        var found: [(path: String, message: String)] = []
        if reminderOffsetsMinutes.count > 10 { found.append(("reminderOffsetsMinutes", "must be at most 10")) }
        // Under half an hour a reminder comes when people are on their way.
        if !reminderOffsetsMinutes.allSatisfy({ (30...44_640).contains($0) }) { found.append(("reminderOffsetsMinutes", "each must be 30 to 44640 minutes")) }
        if Set(reminderOffsetsMinutes).count != reminderOffsetsMinutes.count { found.append(("reminderOffsetsMinutes", "must differ")) }
        if !(0...44_640).contains(alarmMinutes) { found.append(("alarmMinutes", "must be 0 to 44640")) }
        if let eventUrl, !eventUrl.hasPrefix("https://") { found.append(("eventUrl", "must start with https://")) }
        return found
    }
}
