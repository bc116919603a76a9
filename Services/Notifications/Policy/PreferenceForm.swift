import Kernel

/// Reads what somebody wants changed into their preferences, and notes every field that cannot be so.
package struct PreferenceForm {
    let policy: NotificationPolicy
    let roles: [String]
    /// Zone and language in force for somebody who chose none.
    private let zone, locale: String
    let now: Timestamp
    package private(set) var preferences: Preferences
    package private(set) var check = Validation()
    private let before: Preferences

    package init(_ preferences: Preferences, policy: NotificationPolicy, roles: [String], zone: String, locale: String, now: Timestamp) {
        (self.preferences, before, self.policy, self.roles, self.now) = (preferences, preferences, policy, roles, now)
        (self.zone, self.locale) = (zone, locale)
    }
    package static let typesMax = 100
    package static let snoozeDaysMax = 30

    /// Members that are absent keep their value; ones nobody knows are ignored.
    package mutating func take(_ document: [String: JSONValue]) {
        if let isOn = flag("enabled", document["enabled"]) { preferences.isEnabled = isOn }
        for (name, value) in object("categories", document["categories"]) { takeCategory(name, value) }
        let types = object("types", document["types"])
        if types.count > Self.typesMax { check.fail("types", "may name \(Self.typesMax) types") } else {
            for (name, value) in types { takeType(name, value) }
        }
        keepMandatory(Self.names(document["categories"]), Self.names(document["types"]))
        takeQuiet(document)
        takeChoices(document)
    }

    private mutating func flag(_ path: String, _ value: JSONValue?) -> Bool? {
        guard let value, value != .null else { return nil }
        if let flag = value.bool { return flag }
        check.fail(path, "must be true or false")
        return nil
    }
    private mutating func object(_ path: String, _ value: JSONValue?) -> [(String, JSONValue)] {
        guard let value, value != .null else { return [] }
        guard let members = value.object else {
            check.fail(path, "must be an object")
            return []
        }
        return members.sorted { $0.key < $1.key }
    }

    // MARK: - Switches

    private mutating func takeCategory(_ given: String, _ value: JSONValue) {
        let path = "categories.\(given)"
        guard let name = NotificationPolicy.known(given, among: policy.categories.keys), let category = policy.categories[name] else {
            return check.fail(path, "is not a category")
        }
        for (channel, isOn) in switches(path, value, of: category) {
            // What is so already was not chosen: sending back what was read is no choice.
            guard policy.isOn(channel, category: category, roles: roles, preferences) != isOn else { continue }
            preferences.categories[name, default: [:]][channel] = isOn
            if isOn, channel != .inApp, preferences.consents[name] == nil { preferences.consents[name] = now }
        }
    }
    private mutating func takeType(_ given: String, _ value: JSONValue) {
        let path = "types.\(given)"
        // The switches of codes may be sent, too; codes do not look at them.
        guard let name = NotificationPolicy.known(given, among: policy.types.keys), let type = policy.types[name],
            let category = policy.categories[type.cat] else {
            return check.fail(path, "is not a type")
        }
        for (channel, isOn) in switches(path, value, of: category) {
            preferences.types[name, default: [:]][channel] = isOn
        }
        if preferences.types.count > Self.typesMax { check.fail("types", "may name \(Self.typesMax) types") }
    }

    /// What is asked of each channel, as far as it may be asked.
    private mutating func switches(_ path: String, _ value: JSONValue, of category: NotificationPolicy.Category) -> [(ChannelName, Bool)] {
        object(path, value).compactMap { name, value in
            guard let channel = ChannelName(rawValue: name) else {
                check.fail("\(path).\(name)", "is not a channel")
                return nil
            }
            guard let isOn = flag("\(path).\(name)", value) else { return nil }
            if !isOn, category.locked.contains(channel) || (channel == .inApp && category.isMandatory) {
                check.fail("\(path).\(name)", "cannot be switched off")
                return nil
            }
            return (channel, isOn)
        }
    }

    // MARK: - Mandatory categories

    private static func names(_ document: JSONValue?) -> [String] { document?.object?.keys.sorted() ?? [] }

    /// Rejects the change that would leave a mandatory category, or one of its types, without any channel that
    /// interrupts, in whatever order the user switches. `categories`, `types`: the names in the document.
    private mutating func keepMandatory(_ categories: [String], _ types: [String]) {
        for category in policy.categoriesByRank where category.isMandatory {
            let given = categories.first { NotificationPolicy.known($0, among: policy.categories.keys) == category.name }
            var silenced = policy.types.values.filter {
                isSilenced($0, category, preferences) && (given != nil || !isSilenced($0, category, before))
            }.map(\.name).sorted()
            // Report the error where the user made the change: at the type if named, else at the category.
            for name in types {
                guard let type = NotificationPolicy.known(name, among: policy.types.keys), silenced.contains(type) else { continue }
                silenced.removeAll { $0 == type }
                check.fail("types.\(name)", Self.mustKeep)
            }
            let isSilent = !Self.interrupting.contains { policy.isOn($0, category: category, roles: roles, preferences) }
            if !silenced.isEmpty || (isSilent && given != nil) { check.fail("categories.\(given ?? category.name)", Self.mustKeep) }
        }
    }
    private static let mustKeep = "must keep push, email or sms"
    private static let interrupting: [ChannelName] = [.push, .email, .sms]

    /// True if every channel that may interrupt, of the type or of its category's fallback, is off. Ignores types that
    /// never interrupt and messages to people without an account.
    private func isSilenced(_ type: NotificationPolicy.MessageType, _ category: NotificationPolicy.Category,
                            _ preferences: Preferences) -> Bool {
        guard type.cat == category.name, type.feed, !type.isForContact, !type.isInAppOnly,
              type.channels.contains(where: Self.interrupting.contains) else { return false }
        // The feed is always on for mandatory types and interrupts nobody.
        let own = Set(type.channels).union(category.fallback).subtracting([.inApp])
        return !own.contains { policy.isOn($0, type: type, roles: roles, preferences) }
    }

    // MARK: - Times

    private mutating func takeQuiet(_ document: [String: JSONValue]) {
        if let value = document["quietHours"], value != .null {
            guard let members = value.object else { return check.fail("quietHours", "must be an object") }
            var quiet = preferences.quietHours ?? .init()
            if let isOn = flag("quietHours.enabled", members["enabled"]) { quiet.isEnabled = isOn }
            for (key, path) in [("from", \Preferences.QuietHours.from), ("to", \.to)] {
                guard let value = members[key], value != .null else { continue }
                guard let text = value.string, let second = WallWindow.second(text), second < 86_400 else {
                    // Named as the window it spoils, and as itself for forms with two fields.
                    check.fail("quietHours", "must be HH:mm")
                    check.fail("quietHours.\(key)", "must be HH:mm")
                    continue
                }
                quiet[keyPath: path] = text
            }
            preferences.quietHours = quiet
            let from = quiet.from ?? policy.quietHours.map { WallWindow.text($0.from) }, to = quiet.to ?? policy.quietHours.map {
                WallWindow.text($0.to)
            }
            if let from, let to {
                if from == to {
                    check.fail("quietHours", "from and to must differ")
                } else if let window = WallWindow(from: from, to: to), window.seconds > NotificationPolicy.quietSecondsMax {
                    check.fail("quietHours", "may last 16 hours")
                }
            } else if (from == nil) != (to == nil) {
                check.fail("quietHours", "needs from and to")
            }
        }
        for (given, value) in object("quietPeriods", document["quietPeriods"]) {
            guard let code = NotificationPolicy.known(given, among: policy.quietPeriodCodes) else {
                check.fail("quietPeriods.\(given)", "is not a period")
                continue
            }
            if let isOn = flag("quietPeriods.\(given)", value) { preferences.quietPeriods[code] = isOn }
        }
        // A client that sends back what it read has chosen nothing: the preferences keep following the profile.
        if let value = document["timezone"], value != .null, value.string != preferences.timezone ?? zone {
            if let name = value.string, (try? TimeZoneRules.named(name)) != nil { preferences.timezone = name } else {
                check.fail("timezone", "is not a time zone")
            }
        }
    }

    // MARK: - Choices

    private mutating func takeChoices(_ document: [String: JSONValue]) {
        if let value = document["digestMode"], value != .null {
            let mode = value.string ?? ""
            if policy.sales == nil {
                check.fail("digestMode", "is not offered here")
            } else if !NotificationPolicy.digestModes.contains(mode) {
                check.fail("digestMode", "must be one of \(NotificationPolicy.digestModes.joined(separator: ", "))")
            } else if mode != policy.digestMode(of: preferences) {
                let choices = policy.vocabulary.digestChoices
                if choices.contains(where: { roles.contains($0.role) }) { preferences.digestMode = mode } else {
                    for choice in choices { check.fail("digestMode", choice.refusal) }
                }
            }
        }
        if let value = document["reminderOffsets"], value != .null {
            let given = value.array?.compactMap(\.string)
            if let given, given.count == value.array?.count, let reminders = policy.reminders, Set(given).isSubset(of: reminders.allowed) {
                preferences.reminderOffsets = reminders.allowed.filter(given.contains)
            } else if let allowed = policy.reminders?.allowed, !allowed.isEmpty {
                check.fail("reminderOffsets", "must be some of \(allowed.joined(separator: ", "))")
            } else {
                check.fail("reminderOffsets", "is not offered here")
            }
        }
        if let isLite = flag("litePayload", document["litePayload"]) { preferences.litePayload = isLite }
        // As with the zone.
        if let value = document["locale"], value != .null, value.string != preferences.locale ?? locale {
            if let chosen = value.string, policy.languages.contains(TextLanguageTag.language(chosen)) { preferences.locale = chosen } else {
                check.fail("locale", "must be one of \(policy.languages.joined(separator: ", "))")
            }
        }
        if let value = document["snoozes"], value != .null {
            guard let snoozes = value.array else { return check.fail("snoozes", "must be a list") }
            preferences.snoozes = []
            for (index, snooze) in snoozes.enumerated() {
                guard let until = snooze["until"]?.string.flatMap({ Timestamp($0) }) else {
                    check.fail("snoozes.\(index).until", "must be a time")
                    continue
                }
                if until > now { self.snooze(snooze["type"]?.string ?? "", until: until, path: "snoozes.\(index).") }
            }
        }
    }

    /// `until` nil: a week.
    package mutating func snooze(_ given: String, until: Timestamp?, path: String = "") {
        let end = until ?? now + .days(7)
        if end <= now { check.fail("\(path)until", "has passed") }
        if end - now > .days(Self.snoozeDaysMax) { check.fail("\(path)until", "may be \(Self.snoozeDaysMax) days away") }
        let name = NotificationPolicy.known(given, among: policy.categories.keys) ?? NotificationPolicy.known(given,
            among: policy.types.keys)
        guard let name, let category = policy.categories[name] ?? policy.category(of: name) else {
            return check.fail("\(path)type", "is not a category or type")
        }
        if category.isMandatory { check.fail("\(path)type", "cannot be silenced") }
        preferences.snoozes.removeAll { $0.type == name || $0.until <= now }
        preferences.snoozes.append(.init(type: name, until: end))
    }
}

package enum TextLanguageTag {
    /// `fr-FR` → `fr`.
    package static func language(_ tag: String) -> String { String(tag.prefix { $0 != "-" && $0 != "_" }).lowercased() }
}

extension NotificationPolicy {
    /// Apps with snake_case fields send every key in camelCase: names of the policy are found again.
    static func known(_ name: String, among names: some Collection<String>) -> String? {
        if names.contains(name) { return name }
        let snake = name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
        return names.contains(snake) ? snake : nil
    }

    /// Quiet periods somebody may keep or not.
    package var quietPeriodCodes: [String] {
        quietPeriods.map(\.code) + (holidays == nil ? [] : [HolidayMornings.period]) + (ramadan == nil ? [] : [MealTimes.period])
    }
}
