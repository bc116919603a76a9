import Contracts
import Kernel

/// What is wrong with `settings.auth.profile`, as (dotted path, message).
struct CheckProfileFields {
    private(set) var problems: [(path: String, message: String)] = []
    private let definition: TenantDefinition

    /// Names of members that every app has in a request, an answer or a message of auth.
    private static let taken: Set<String> = [
        "id", "name", "email", "phone", "role", "roles", "locale", "timezone", "emailVerified", "phoneVerified", "createdAt", "password",
        "passwordConfirmation", "currentPassword", "passwordHash", "fcmToken", "pushToken", "termsAccepted", "cleared", "userId",
        "registeredAt",
        "registrationNumber",
    ]

    static func problems(in fields: [ProfileField], _ definition: TenantDefinition) -> [(path: String, message: String)] {
        var check = CheckProfileFields(definition: definition)
        check.together(fields)
        return check.problems
    }

    private mutating func together(_ fields: [ProfileField]) {
        for (index, field) in fields.enumerated() {
            self.field(field, "profile.\(index)")
            if fields[..<index].contains(where: { $0.name == field.name }) { fail("profile.\(index).name", "\(field.name) comes twice") }
            if let lock = field.lock, !fields.contains(where: { $0.name == lock.field }) {
                fail("profile.\(index).lockedBy", "\(lock.field) is not a declared field")
            }
        }
        if fields.filter(\.isBirthDate).count > 1 { fail("profile", "only one field may be the birthDate") }
        if fields.filter({ $0.kind == .counted }).count > 1 { fail("profile", "only one field may be counted") }
        if fields.contains(where: { $0.fact == .age }), !fields.contains(where: \.isBirthDate) {
            fail("profile", "age follows from a field with birthDate: true")
        }
    }
    private init(definition: TenantDefinition) { self.definition = definition }

    private mutating func fail(_ path: String, _ message: String) { problems.append((path, message)) }

    private mutating func field(_ field: ProfileField, _ path: String) {
        if field.name.wholeMatch(of: /[a-z][A-Za-z0-9]{0,39}/) == nil {
            fail(path + ".name", "must be letters and digits in camelCase, at most 40")
        }
        // What every app has may be shown once more under its own name: `activeRole`, `avatarUrl`.
        if Self.taken.contains(field.name) { fail(path + ".name", "\(field.name) is a field of every app") }
        if field.erasure == .kept, field.isPersonal { fail(path + ".erased", "kept is for fields with personal: false") }
        if field.isBirthDate, field.isPublished { fail(path + ".published", "a date of birth goes to nobody but the catalog") }
        switch field.kind {
        case .given: given(field, path)
        case .counted:
            let prefix = field.number?.prefix ?? ""
            if !(1...10).contains(prefix.utf8.count) || !prefix.utf8.allSatisfy({ (65...90).contains($0) || (48...57).contains($0) }) {
                fail(path + ".prefix", "must be 1 to 10 capital letters or digits")
            }
            if let number = field.number, !(1...12).contains(number.digitsMin) { fail(path + ".digitsMin", "must be 1 to 12") }
        case .applied:
            states(field, path)
            if field.roles.isEmpty { fail(path + ".roles", "must name the roles that are applied for") }
            for (name, state) in [("applied", field.appliedState), ("granted", field.grantedState)] {
                if !(state.map(field.states.contains) ?? false) { fail("\(path).\(name)", "must be one of the states") }
            }
        case .reviewed: states(field, path)
        case .account:
            let facts = ProfileField.Fact.allCases.map(\.rawValue).joined(separator: ", ")
            if field.fact == nil { fail(path + ".fact", "must be one of \(facts)") }
        }
        let belongs: [(Bool, ProfileField.Kind, String)] = [
            (field.number != nil, .counted, "prefix"), (!field.roles.isEmpty, .applied, "roles"), (field.fact != nil, .account, "fact"),
            (field.appliedState != nil, .applied, "applied"), (field.grantedState != nil, .applied, "granted"),
            (field.lock != nil, .given, "lockedBy"),
            (field.isRequired, .given, "required"), (field.isBirthDate, .given, "birthDate"), (field.fallback != nil, .given, "default"),
        ]
        for (isThere, kind, name) in belongs where isThere && field.kind != kind {
            fail("\(path).\(name)", "belongs to fields of kind \(kind.rawValue)")
        }
        for role in field.roles where definition.roles[role] == nil { fail(path + ".roles", "\(role) is not among the tenant's roles") }
    }

    private mutating func states(_ field: ProfileField, _ path: String) {
        if field.states.count < 2 || Set(field.states).count != field.states.count {
            fail(path + ".states", "must be two or more, the first that of a new account")
        }
    }

    private mutating func given(_ field: ProfileField, _ path: String) {
        rule(field.rule, path, depth: 0)
        if field.isBirthDate, field.rule.type != .date { fail(path + ".birthDate", "is for a date") }
        if let fallback = field.fallback, !field.rule.takes(fallback) { fail(path + ".default", field.rule.complaint) }
        if field.isRequired, field.edited == .never { fail(path + ".required", "asks for a field that nobody may send") }
        if field.edited == .never, field.isClearable { fail(path + ".clearable", "lets people clear a field that nobody may send") }
    }

    private mutating func rule(_ rule: ProfileValueRule, _ path: String, depth: Int) {
        if depth > 4 { return fail(path, "has too many lists and objects in each other") }
        switch rule.type {
        case .text, .integer, .list: numbers(rule, path)
        case .number:
            if rule.min?.number == nil || rule.max?.number == nil { fail(path + ".min", "a number needs min and max") }
        case .date:
            for (name, bound) in [("min", rule.min), ("max", rule.max)] {
                let isDate = bound.map { $0.word.map { CalendarDate($0) != nil || name == "max" && $0 == "today" } ?? false } ?? true
                if !isDate { fail("\(path).\(name)", name == "max" ? "must be a date or today" : "must be a date") }
            }
        case .boolean, .id, .object: break
        }
        if let pattern = rule.pattern, (try? Regex(pattern)) == nil { fail(path + ".pattern", "is not a regular expression") }
        if let choices = rule.choices, rule.type != .text && rule.type != .integer || choices.values(in: definition).isEmpty
            || !choices.values(in: definition).allSatisfy(rule.takes) {
            fail(path + ".oneOf", "must list \(rule.type == .integer ? "whole numbers" : "texts"), here or in another setting")
        }
        if (rule.type == .list) != (rule.items.count == 1) { fail(path + ".items", "says what the entries of a list may be") }
        if (rule.type == .object) == rule.members.isEmpty { fail(path + ".fields", "says what the members of an object may be") }
        for item in rule.items { self.rule(item, path + ".items", depth: depth + 1) }
        for (index, member) in rule.members.enumerated() { self.rule(member.rule, "\(path).fields.\(index)", depth: depth + 1) }
    }

    private mutating func numbers(_ rule: ProfileValueRule, _ path: String) {
        for (name, bound) in [("min", rule.min), ("max", rule.max)] {
            if let bound, bound.number.flatMap({ Int(exactly: $0) }) == nil { fail("\(path).\(name)", "must be a whole number") }
        }
        if let least = rule.min?.number, let most = rule.max?.number, least > most { fail(path + ".max", "must be at least min") }
    }
}
