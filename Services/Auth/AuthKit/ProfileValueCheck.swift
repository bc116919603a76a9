import Contracts
import Kernel

/// Checks what was sent for a field, and gives it the form in which accounts keep it. The sentences about types are those of the gateway.
struct ProfileValueCheck {
    var check = Validation()
    let definition: TenantDefinition
    let today: CalendarDate

    /// - Parameter path: dotted, as the errors name it: `addresses.0.label`.
    mutating func value(_ sent: JSONValue, _ rule: ProfileValueRule, _ path: String, required: Bool) -> JSONValue? {
        guard rule.takes(sent) else {
            check.fail(path, rule.complaint)
            return nil
        }
        switch rule.type {
        case .text, .id: return text(sent.string, rule, path, required)
        case .date: return date(sent.string, rule, path)
        case .integer:
            let number = sent.int ?? 0
            if rule.min != nil || rule.max != nil { check.number(path, number, rule.range(Int(Int32.min)...Int(Int32.max))) }
            return chosen(sent, rule, path)
        case .number:
            let number = sent.decimal ?? 0
            let isWithin = number >= rule.min?.number ?? -.greatestFiniteMagnitude && number <= rule.max?.number ?? .greatestFiniteMagnitude
            check.require(isWithin, path, "must be \(Self.plain(rule.min)) to \(Self.plain(rule.max))")
            return sent
        case .boolean: return sent
        case .list: return list(sent.array ?? [], rule, path)
        case .object: return object(sent.object ?? [:], rule, path)
        }
    }

    private mutating func text(_ sent: String?, _ rule: ProfileValueRule, _ path: String, _ required: Bool) -> JSONValue? {
        let length = rule.type == .id ? 1...64 : rule.range(ProfileValueRule.textCharacters)
        guard let text = check.text(path, sent, length, required: required) else { return nil }
        if let pattern = rule.pattern, let regex = try? Regex(pattern), (try? regex.wholeMatch(in: text)) == nil {
            check.fail(path, rule.message ?? "does not have the right form")
            return nil
        }
        return chosen(.string(text), rule, path)
    }

    private mutating func date(_ sent: String?, _ rule: ProfileValueRule, _ path: String) -> JSONValue? {
        guard let text = check.text(path, sent, 1...10, required: false) else { return nil }
        guard let date = CalendarDate(text) else {
            check.fail(path, "is not a date (YYYY-MM-DD)")
            return nil
        }
        let (first, last) = rule.dates
        if let last {
            check.require(date >= first && date <= last, path, "must be between \(first) and \(last)")
        } else {
            check.require(date >= first && date <= today, path, "must be between \(first) and today")
        }
        return .string(date.description)
    }

    private mutating func chosen(_ value: JSONValue, _ rule: ProfileValueRule, _ path: String) -> JSONValue? {
        guard let choices = rule.choices?.values(in: definition), !choices.contains(value) else { return value }
        if let message = rule.message {
            check.fail(path, message)
        } else {
            let listed = choices.compactMap { $0.string ?? $0.int.map(String.init) }.joined(separator: ", ")
            check.fail(path, "must be one of \(listed)")
        }
        return nil
    }

    private mutating func list(_ sent: [JSONValue], _ rule: ProfileValueRule, _ path: String) -> JSONValue? {
        let count = rule.range(ProfileValueRule.entries)
        check.require(count.contains(sent.count), path, "must have \(count.lowerBound) to \(count.upperBound) entries")
        guard let entry = rule.items.first, count.contains(sent.count) else { return nil }
        return .array(sent.enumerated().compactMap { index, sent in value(sent, entry, "\(path).\(index)", required: true) })
    }

    private mutating func object(_ sent: [String: JSONValue], _ rule: ProfileValueRule, _ path: String) -> JSONValue? {
        var kept: [String: JSONValue] = [:]
        for member in rule.members {
            let here = "\(path).\(member.name)"
            if let sent = sent[member.name], sent != .null {
                kept[member.name] = value(sent, member.rule, here, required: member.isRequired)
            } else if member.isRequired {
                check.fail(here, "is required")
            }
        }
        return .object(kept)
    }

    private static func plain(_ bound: ProfileValueRule.Bound?) -> String {
        guard let number = bound?.number else { return "…" }
        return Int(exactly: number).map(String.init) ?? String(number)
    }
}

extension ProfileValueRule {
    /// Whether a value has the JSON type.
    func takes(_ value: JSONValue) -> Bool {
        switch type {
        case .text, .date, .id: value.string != nil
        case .integer: value.int != nil
        case .number: value.decimal != nil
        case .boolean: value.bool != nil
        case .list: value.array != nil
        case .object: value.object != nil
        }
    }
    var complaint: String {
        switch type {
        case .text, .date, .id: "must be text"
        case .integer: "must be a whole number"
        case .number: "must be a number"
        case .boolean: "must be true or false"
        case .list: "must be a list"
        case .object: "must be an object"
        }
    }

    /// The value with ids where it has none yet.
    package func completed(_ value: JSONValue, newID: () -> String) -> JSONValue {
        switch (type, value) {
        case (.list, .array(let entries)): .array(entries.map { entry in items.first?.completed(entry, newID: newID) ?? entry })
        case (.object, .object(let sent)):
            .object(members.reduce(into: sent) { object, member in
                if let inner = object[member.name] {
                    object[member.name] = member.rule.completed(inner, newID: newID)
                } else if member.rule.type == .id {
                    object[member.name] = .string(newID())
                }
            })
        default: value
        }
    }
}

extension JSONValue {
    fileprivate var decimal: Double? {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        case .null, .bool, .string, .array, .object: nil
        }
    }
}

extension AccountForm {
    /// What was sent for the app's own fields, in the form in which accounts keep it. Fields that are absent or null are left out.
    package mutating func profile(_ sent: ProfileValues, _ settings: AuthSettings, at moment: ProfileField.Moment,
        today: CalendarDate) -> ProfileValues {
        var values = ProfileValueCheck(definition: definition, today: today)
        var kept = ProfileValues()
        for field in settings.profile where field.isGiven(at: moment) {
            if let value = sent[field.name], value != .null {
                kept[field.name] = values.value(value, field.rule, field.name, required: field.isRequired)
            } else if moment == .registration, field.isRequired {
                values.check.fail(field.name, "is required")
            }
        }
        merge(values.check)
        return kept
    }
}
