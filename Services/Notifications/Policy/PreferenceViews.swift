import Contracts
import Kernel

/// Preferences as apps see them: the whole document, one switch per line (`channels`), or a flat form (`simple`).
package struct PreferenceView {
    let policy: NotificationPolicy
    package let preferences: Preferences
    package let roles: [String]
    /// Zone and language when nobody chose.
    package let zone: String
    package let locale: String
    /// The naming style of the tenant's app.
    let style: TenantDefinition.KeyStyle
    package init(policy: NotificationPolicy, preferences: Preferences, roles: [String], zone: String, locale: String,
                 style: TenantDefinition.KeyStyle = .camelCase) {
        (self.policy, self.preferences, self.roles, self.zone, self.locale, self.style) = (policy, preferences, roles, zone, locale, style)
    }

    // MARK: - The document

    package func document(weekCounts: [String: Int], now: Timestamp) -> JSONValue {
        var out: [String: JSONValue] = ["enabled": .bool(preferences.isEnabled ?? true)]
        out["categories"] = .object(policy.categories.mapValues { category in
            .object(
                Dictionary(
                    ChannelName.allCases.map { ($0.rawValue, .bool(policy.isOn($0, category: category, roles: roles, preferences))) }) { _,
                            last in last })
        })
        out["types"] =
            .object(preferences.types.mapValues { .object(Dictionary($0.map { ($0.key.rawValue, .bool($0.value)) }) { _, last in last }) })
        if let quiet = policy.quietTimes(of: preferences) {
            out["quietHours"] = ["enabled": .bool(preferences.quietHours?.isEnabled ?? true), "from": .string(WallWindow.text(quiet.from)),
                                 "to": .string(WallWindow.text(quiet.to))]
        }
        if !policy.quietPeriodCodes.isEmpty {
            out["quietPeriods"] =
                .object(Dictionary(policy.quietPeriodCodes.map { ($0, .bool(preferences.quietPeriods[$0] ?? true)) }) { _, last in last })
        }
        if policy.sales != nil { out["digestMode"] = .string(policy.digestMode(of: preferences)) }
        if policy.reminders != nil { out["reminderOffsets"] = .array(policy.reminderOffsets(of: preferences).map { .string($0) }) }
        out["snoozes"] = .array(preferences.snoozes.filter { $0.until > now }
            .map { ["type": .string($0.type), "until": .string($0.until.wholeSeconds.description)] })
        out["litePayload"] = .bool(preferences.litePayload ?? policy.payload.isLite)
        out["timezone"] = .string(preferences.timezone ?? zone)
        out["locale"] = .string(preferences.locale ?? locale)
        out["editable"] = .object(policy.categories.mapValues { category in
            let locked = category.locked.union(category.isMandatory ? [.inApp] : []).sorted()
            return ["canDisable": .bool(!category.isMandatory), "locked": .array(locked.map { .string($0.named(style)) })]
        })
        out["weekCounts"] = .object(weekCounts.mapValues { .int($0) })
        return .object(out)
    }

    // MARK: - One switch per line

    package var channels: JSONValue {
        var out: [String: JSONValue] = [:]
        for line in policy.vocabulary.lines {
            var switches: [String: JSONValue] = [:]
            for channel in [ChannelName.push, .email, .sms] {
                let isOn: Bool? = switch line.target {
                case .type(let name): policy.types[name].map { policy.isChosen(channel, type: $0, roles: roles, preferences) }
                case .category(let name): policy.categories[name].map { policy.isOn(channel, category: $0, roles: roles, preferences) }
                }
                if let isOn { switches[channel.rawValue] = .bool(isOn) }
            }
            if !switches.isEmpty { out[line.name] = .object(switches) }
        }
        return .object(out)
    }
    /// The document a change of lines stands for.
    package func document(ofChannels lines: [String: JSONValue]) -> [String: JSONValue] {
        var categories: [String: JSONValue] = [:], types: [String: JSONValue] = [:]
        for line in policy.vocabulary.lines {
            guard let value = lines[line.name] else { continue }
            switch line.target {
            case .type(let name): types[name] = chosen(name, value)
            // Two lines may be of one category: the one that was not touched must not undo the other.
            case .category(let name): categories[name] = MergePatch.apply(changed(name, value), to: categories[name])
            }
        }
        return ["categories": .object(categories), "types": .object(types)]
    }

    /// The lines, of those that were sent, that a field of the document belongs to: `categories.transactional` → `eventUpdates`.
    package func names(ofChannels field: String, in sent: [String: JSONValue]) -> [String] {
        policy.vocabulary.lines.compactMap { line in
            guard sent[line.name] != nil else { return nil }
            let target = switch line.target {
            case .type(let name): "types.\(name)"
            case .category(let name): "categories.\(name)"
            }
            return field == target || field.hasPrefix(target + ".") ? line.name + field.dropFirst(target.count) : nil
        }
    }

    /// The switches of a type that differ from the current state: sending back an unchanged value is not a choice.
    private func chosen(_ name: String, _ switches: JSONValue) -> JSONValue {
        guard let type = policy.types[name], let members = switches.object else { return switches }
        return .object(members.filter { name, value in
            guard let channel = ChannelName(rawValue: name), let isOn = value.bool else { return true }
            return policy.isChosen(channel, type: type, roles: roles, preferences) != isOn
        })
    }

    /// The switches of a category that differ from the current state.
    private func changed(_ name: String, _ switches: JSONValue) -> JSONValue {
        guard let category = policy.categories[name], let members = switches.object else { return switches }
        return .object(members.filter { name, value in
            guard let channel = ChannelName(rawValue: name), let isOn = value.bool else { return true }
            return policy.isOn(channel, category: category, roles: roles, preferences) != isOn
        })
    }

    // MARK: - The flat form

    package var simple: JSONValue {
        // Show the user's times even while quiet hours are off, so that they return when the user turns them on.
        let quiet = policy.quietTimes(of: preferences) ?? WallWindow(from: 22 * 3600, to: 7 * 3600)
        let offsets = policy.reminderOffsets(of: preferences)
        func push(_ type: String, _ category: String) -> Bool {
            if let type = policy.types[type] { return policy.isChosen(.push, type: type, roles: roles, preferences) }
            return policy.categories[category].map { policy.isOn(.push, category: $0, roles: roles, preferences) } ?? false
        }
        func clock(_ second: Int) -> JSONValue { ["hour": .int(second / 3600 % 24), "minute": .int(second / 60 % 60)] }
        var out: [String: JSONValue] = [
            "isEnabled": .bool(preferences.isEnabled ?? true),
            "quietHoursEnabled": .bool(policy.quietHours(of: preferences) != nil), "quietHoursStart": clock(quiet.from),
            "quietHoursEnd": clock(quiet.to),
        ]
        for line in policy.vocabulary.switches {
            out[line.name] = switch line.meaning {
            case .reminder(let offset): .bool(offsets.contains(offset))
            case .push(let type, let category): .bool(push(type, category))
            case .always: true
            case .never: false
            }
        }
        return .object(out)
    }
    /// The document a change of the flat form stands for. What cannot be switched off is refused.
    package func document(ofSimple form: [String: JSONValue], _ check: inout Validation) -> [String: JSONValue] {
        var out: [String: JSONValue] = [:], quiet: [String: JSONValue] = [:]
        var types: [String: JSONValue] = [:], categories: [String: JSONValue] = [:]
        out["enabled"] = form["isEnabled"]
        var offsets = Set(policy.reminderOffsets(of: preferences))
        for line in policy.vocabulary.switches {
            guard let value = form[line.name], value != .null else { continue }
            guard let isOn = value.bool else {
                check.fail(line.name, "must be true or false")
                continue
            }
            switch line.meaning {
            case .reminder(let offset):
                // Sending back what was read chooses nothing, and an app without reminders has none to set.
                guard offsets.contains(offset) != isOn else { continue }
                if isOn { offsets.insert(offset) } else { offsets.remove(offset) }
                out["reminderOffsets"] = .array(offsets.sorted().map { .string($0) })
            case .push(let type, let category):
                if policy.types[type] != nil {
                    types[type] = chosen(type, ["push": value])
                } else if policy.categories[category] != nil {
                    categories[category] = changed(category, ["push": value])
                }
            case .always: if !isOn { check.fail(line.name, "cannot be switched off") }
            case .never: continue
            }
        }
        if !types.isEmpty { out["types"] = .object(types) }
        if !categories.isEmpty { out["categories"] = .object(categories) }
        quiet["enabled"] = form["quietHoursEnabled"]
        for (name, key) in [("quietHoursStart", "from"), ("quietHoursEnd", "to")] {
            guard let value = form[name], value != .null else { continue }
            guard let hour = value["hour"]?.int, let minute = value["minute"]?.int, (0...23).contains(hour),
                  (0...59).contains(minute) else {
                check.fail(name, "must have an hour and a minute")
                continue
            }
            quiet[key] = .string(WallWindow.text(hour * 3600 + minute * 60))
        }
        if !quiet.isEmpty { out["quietHours"] = .object(quiet) }
        return out
    }

    /// The switch of the flat form that a field of the document belongs to.
    package func name(ofSimple field: String) -> String? {
        for line in policy.vocabulary.switches {
            if case .push(let type, let category) = line.meaning, ["types.\(type).push", "categories.\(category).push"].contains(field) {
                return line.name
            }
        }
        return nil
    }
}
