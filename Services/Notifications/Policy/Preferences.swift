import Kernel

/// What somebody chose; whatever is absent was never chosen and follows the tenant's defaults.
package struct Preferences: Hashable, Sendable {
    package struct QuietHours: Hashable, Sendable {
        package var isEnabled: Bool?
        /// `HH:mm`.
        package var from: String?
        package var to: String?
        package init(isEnabled: Bool? = nil, from: String? = nil, to: String? = nil) {
            (self.isEnabled, self.from, self.to) = (isEnabled, from, to)
        }
    }
    package struct Snooze: Hashable, Sendable {
        /// A category or a type.
        package let type: String
        package let until: Timestamp
        package init(type: String, until: Timestamp) { (self.type, self.until) = (type, until) }
    }
    package var isEnabled: Bool?
    package var categories: [String: [ChannelName: Bool]] = [:]
    package var types: [String: [ChannelName: Bool]] = [:]
    package var quietHours: QuietHours?
    /// Code of a quiet period, `holidays` or `ramadan` → whether it is kept.
    package var quietPeriods: [String: Bool] = [:]
    package var digestMode: String?
    package var reminderOffsets: [String]?
    package var snoozes: [Snooze] = []
    package var litePayload: Bool?
    package var timezone: String?
    package var locale: String?
    /// Category → when it was turned on.
    package var consents: [String: Timestamp] = [:]
    package init() {}
}

// MARK: - The switches in force

extension NotificationPolicy {
    /// Whether a way out of the platform is open for a type, before anybody looks at addresses.
    package func isOn(_ channel: ChannelName, type: MessageType, roles: [String], _ preferences: Preferences) -> Bool {
        guard type.feed else { return type.channels.contains(channel) || categories[type.cat]?.fallback.contains(channel) == true }
        guard let category = categories[type.cat] else { return false }
        if category.locked.contains(channel) { return true }
        if !category.isMandatory, preferences.isEnabled == false, channel != .inApp { return false }
        return isChosen(channel, type: type, roles: roles, preferences)
    }
    /// Like `isOn` without the master switch: the user's choice for type and category, which returns when the master
    /// switch is on.
    package func isChosen(_ channel: ChannelName, type: MessageType, roles: [String], _ preferences: Preferences) -> Bool {
        guard let category = categories[type.cat] else { return false }
        if category.locked.contains(channel) || (channel == .inApp && category.isMandatory) { return true }
        if let chosen = preferences.types[type.name]?[channel] { return chosen }
        return isOn(channel, category: category, roles: roles, preferences)
    }
    /// A category's own switch.
    package func isOn(_ channel: ChannelName, category: Category, roles: [String], _ preferences: Preferences) -> Bool {
        if category.locked.contains(channel) || (channel == .inApp && category.isMandatory) { return true }
        if let chosen = preferences.categories[category.name]?[channel] { return chosen }
        return isOnByDefault(channel, category: category, roles: roles)
    }
    package func isOnByDefault(_ channel: ChannelName, category: Category, roles: [String]) -> Bool {
        // Who has another role as well keeps that role's defaults.
        let isOff = !category.defaultOffFor.isEmpty && !roles.isEmpty && Set(roles).isSubset(of: category.defaultOffFor)
        return category.defaults.contains(channel) && !(isOff && channel != .inApp)
    }

    /// The quiet hours in force for somebody; nil: none.
    package func quietHours(of preferences: Preferences) -> WallWindow? {
        preferences.quietHours?.isEnabled == false ? nil : quietTimes(of: preferences)
    }
    /// The user's quiet hours or the tenant's, even while they are off.
    package func quietTimes(of preferences: Preferences) -> WallWindow? {
        guard let from = preferences.quietHours?.from ?? quietHours.map({ WallWindow.text($0.from) }),
            let to = preferences.quietHours?.to ?? quietHours.map({ WallWindow.text($0.to) }) else { return nil }
        return WallWindow(from: from, to: to)
    }
    package func reminderOffsets(of preferences: Preferences) -> [String] { preferences.reminderOffsets ?? reminders?.standard ?? [] }
    package func digestMode(of preferences: Preferences) -> String { preferences.digestMode ?? sales?.standard ?? "realtime" }
}

// MARK: - As a document

extension Preferences: Codable {
    private enum Key: String, CodingKey {
        case enabled, categories, types, quietHours, quietPeriods, digestMode, reminderOffsets, snoozes, litePayload, timezone, locale,
             consents
    }
    private struct QuietDocument: Codable { var enabled: Bool?; var from: String?; var to: String? }
    private struct SnoozeDocument: Codable { var type: String; var until: Timestamp }

    /// Lenient about channels and keys nobody knows: a request is checked before (`PreferenceRequest`), and the rules are total.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func switches(_ key: Key) throws -> [String: [ChannelName: Bool]] {
            try (container.decodeIfPresent([String: [String: Bool]].self, forKey: key) ?? [:]).mapValues { byName in
                Dictionary(byName.compactMap { name, isOn in ChannelName(rawValue: name).map { ($0, isOn) } }) { _, last in last }
            }
        }
        isEnabled = try container.decodeIfPresent(Bool.self, forKey: .enabled)
        (categories, types) = (try switches(.categories), try switches(.types))
        quietHours = try container.decodeIfPresent(QuietDocument.self, forKey: .quietHours).map {
            .init(isEnabled: $0.enabled, from: $0.from, to: $0.to)
        }
        quietPeriods = try container.decodeIfPresent([String: Bool].self, forKey: .quietPeriods) ?? [:]
        digestMode = try container.decodeIfPresent(String.self, forKey: .digestMode)
        reminderOffsets = try container.decodeIfPresent([String].self, forKey: .reminderOffsets)
        snoozes = try container.decodeIfPresent([SnoozeDocument].self, forKey: .snoozes)?.map { Snooze(type: $0.type, until: $0.until) }
            ?? []
        litePayload = try container.decodeIfPresent(Bool.self, forKey: .litePayload)
        timezone = try container.decodeIfPresent(String.self, forKey: .timezone)
        locale = try container.decodeIfPresent(String.self, forKey: .locale)
        consents = try container.decodeIfPresent([String: Timestamp].self, forKey: .consents) ?? [:]
    }
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        func named(_ switches: [String: [ChannelName: Bool]]) -> [String: [String: Bool]] {
            switches.mapValues { byChannel in Dictionary(byChannel.map { ($0.rawValue, $1) }) { _, last in last } }
        }
        try container.encodeIfPresent(isEnabled, forKey: .enabled)
        if !categories.isEmpty { try container.encode(named(categories), forKey: .categories) }
        if !types.isEmpty { try container.encode(named(types), forKey: .types) }
        try container.encodeIfPresent(quietHours.map { QuietDocument(enabled: $0.isEnabled, from: $0.from, to: $0.to) },
                                      forKey: .quietHours)
        if !quietPeriods.isEmpty { try container.encode(quietPeriods, forKey: .quietPeriods) }
        try container.encodeIfPresent(digestMode, forKey: .digestMode)
        try container.encodeIfPresent(reminderOffsets, forKey: .reminderOffsets)
        if !snoozes.isEmpty { try container.encode(snoozes.map { SnoozeDocument(type: $0.type, until: $0.until) }, forKey: .snoozes) }
        try container.encodeIfPresent(litePayload, forKey: .litePayload)
        try container.encodeIfPresent(timezone, forKey: .timezone)
        try container.encodeIfPresent(locale, forKey: .locale)
        if !consents.isEmpty { try container.encode(consents, forKey: .consents) }
    }
}
