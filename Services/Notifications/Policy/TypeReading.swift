import Kernel

extension NotificationPolicy {
    private static let typeKeys = [
        "cat", "names", "on", "timer", "schedule", "to", "needs", "unless", "requires", "inAppOnly", "inAppOnlyFor",
        "open", "expires", "deadline", "late",
        "over", "slot",
        "waive", "exempt", "caps", "perSubject", "counts", "channels", "feed", "digest", "dedupe", "collapse", "offsets", "thresholds",
        "forNewUsers", "forInactive", "contact", "sms", "attach", "variants", "actions", "deepLink", "pushFacts",
    ]

    mutating func readTypes(_ form: PolicyForm) {
        for (key, line) in form.forms("types") {
            line.allow(Self.typeKeys)
            let names = line.has("names") ? line.texts("names") : [key]
            for name in names {
                if types[name] != nil { line.fail("names", "the type '\(name)' comes twice") }
                types[name] = type(name, line)
            }
        }
        for (name, type) in vocabulary.types where types[name] == nil {
            var type = type
            // In a tenant's own first category, unless it has the platform's.
            if categories[type.cat] == nil, let first = categoriesByRank.first { type.cat = first.name }
            types[name] = type
        }
    }

    /// The settings with a line of its own for every type: those that share one (`names`) stand each under its name.
    package static func withLines(_ settings: JSONValue) -> JSONValue {
        guard var members = settings.object, let lines = members["types"]?.object else { return settings }
        var types = lines.filter { $0.value["names"] == nil }
        for line in lines.values {
            guard var shared = line.object, let names = shared.removeValue(forKey: "names")?.array else { continue }
            for name in names.compactMap(\.string) { types[name] = .object(shared) }
        }
        members["types"] = .object(types)
        return .object(members)
    }

    private func type(_ name: String, _ form: PolicyForm) -> MessageType {
        var type = MessageType(name: name, cat: form.required("cat"))
        if categories[type.cat] == nil, form.has("cat") { form.fail("cat", "there is no category '\(type.cat)'") }
        (type.on, type.timers, type.schedule, type.to) = (form.texts("on"), form.texts("timer"), form.text("schedule"), form.texts("to"))
        for text in type.timers where !vocabulary.isStartWithOffset(text) && InstantExpression(text) == nil {
            form.fail("timer", "there is no time '\(text)'")
        }
        // Such a timer sets itself anew each time.
        if type.timers.compactMap(InstantExpression.init).contains(where: { $0.span.map { $0.elapsed == .zero } ?? false }) {
            form.fail("timer", "must be some time after the last activity")
        }
        if let schedule = type.schedule, Schedule(schedule) == nil {
            form.fail("schedule", "'\(schedule)' is no schedule; write sun,wed 18:00")
        }
        type.needs = Set(form.allNamed("needs", "relation") { vocabulary.relationNames.contains($0) ? $0 : nil })
        type.unless = Set(form.allNamed("unless", "relation") { vocabulary.relationNames.contains($0) ? $0 : nil })
        type.requires = form.allNamed("requires", "fact") { ["items", "offer", "changed"].contains($0) ? $0 : nil }
        type.isInAppOnly = form.flag("inAppOnly", default: false)
        type.inAppOnlyFor = Set(form.allNamed("inAppOnlyFor", "relation") { vocabulary.relationNames.contains($0) ? $0 : nil })
        type.open = form.named("open", "condition") { vocabulary.conditions.contains($0) ? $0 : nil }
        (type.expires, type.deadline) = (form.instant("expires"), form.instant("deadline"))
        type.late = disposition("late", form) ?? .feed
        type.over = disposition("over", form) ?? .feed
        type.slot = form.slot("slot")
        type.waive = form.named("waive", "waiver", Waiver.init)
        type.exempt = Set(form.allNamed("exempt", "rule group") { Exemption(rawValue: $0) })
        if let caps = form.form("caps") {
            caps.allow(["day", "week", "month", "ever"])
            type.caps = TypeCaps(day: caps.integer("day"), week: caps.integer("week"), month: caps.integer("month"),
                                 ever: caps.integer("ever"))
        }
        type.perSubject = form.span("perSubject")
        type.counts = form.flag("counts", default: true)
        if form.has("channels") { type.channels = form.channels("channels") }
        switch form.text("feed") {
        case "never": type.feed = false
        case "on_time": type.isToldOnTime = true
        case nil: break
        default: form.fail("feed", "is 'never', 'on_time' or absent")
        }
        (type.digest, type.dedupe, type.collapse) = (form.text("digest"), form.text("dedupe"), form.text("collapse"))
        readOffsets(&type, form)
        readRest(&type, form)
        return type
    }
    private func disposition(_ key: String, _ form: PolicyForm) -> Disposition? {
        guard let value = form.named(key, "disposition", Disposition.init) else { return nil }
        if key == "late", value == .delay { form.fail(key, "what is too late cannot wait") }
        return value
    }
    private func readOffsets(_ type: inout MessageType, _ form: PolicyForm) {
        for (offset, inner) in form.forms("offsets") {
            if Span(offset) == nil { form.fail("offsets", "there is no duration '\(offset)'") }
            inner.allow(["slot", "expires", "late", "over", "waive"])
            type.offsets[offset] = ReminderOffset(slot: inner.slot("slot"), expires: inner.instant("expires"),
                                                  late: disposition("late", inner),
                                                  over: disposition("over", inner), waive: inner.named("waive", "waiver", Waiver.init))
        }
    }
    private func readRest(_ type: inout MessageType, _ form: PolicyForm) {
        if case .array(let numbers)? = form.members["thresholds"] {
            type.thresholds = numbers.compactMap(\.int).sorted()
            if type.thresholds.count != numbers.count || type.thresholds.contains(where: { $0 < 1 }) {
                form.fail("thresholds", "must be numbers, at least 1")
            }
        }
        (type.forNewUsers, type.forInactive) = (form.flag("forNewUsers", default: false), form.flag("forInactive", default: false))
        type.isForContact = form.flag("contact", default: false)
        if let sms = form.form("sms"), let within = sms.span("within"), let window = sms.window("window") {
            type.contactSMS = ContactSMS(within: within, window: window)
        }
        (type.attach, type.actions, type.deepLink) = (form.text("attach"), form.texts("actions"), form.text("deepLink"))
        type.pushFacts = form.texts("pushFacts")
        for variant in form.list("variants") {
            let texts = Dictionary(variant.forms("templates").map { ($0.name, Self.texts($0.form)) }) { _, last in last }
            type.variants.append(Variant(id: variant.required("id"), weight: variant.integer("weight") ?? 1, slot: variant.slot("slot"),
                                         templates: texts))
        }
    }

    // MARK: - Templates

    static func texts(_ form: PolicyForm) -> Texts {
        form.allow(["title", "body", "why"])
        return Texts(title: form.required("title"), body: form.required("body"), why: form.text("why"))
    }
    mutating func readTemplates(_ form: PolicyForm) {
        for (type, byLanguage) in form.forms("templates") {
            if types[type] == nil { byLanguage.fail("", "there is no type '\(type)'") }
            for name in byLanguage.members.keys.sorted() {
                templates[type, default: [:]][name] =
                    Self.texts(PolicyForm(byLanguage.members[name], path: byLanguage.at(name), notes: form.notes))
            }
        }
        templates = vocabulary.templates.merging(templates) { standard, own in standard.merging(own) { _, own in own } }
    }
}

/// `sun,wed 18:00`: local times of a week.
package struct Schedule: Hashable, Sendable {
    package let weekdays: UInt8
    package let second: Int
    package init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let days = WallWindow.weekdays(parts[0]), let second = WallWindow.second(String(parts[1])),
              second < 86_400 else { return nil }
        (weekdays, self.second) = (days, second)
    }
    /// The first instant after `t`.
    package func next(after t: Timestamp, zone: TimeZoneRules) -> Timestamp {
        let date = zone.local(t).date
        for days in 0...8 {
            let day = date.adding(days: days)
            guard weekdays >> UInt8(day.weekday - 1) & 1 == 1 else { continue }
            let instant = zone.instant(of: day, secondOfDay: second)
            if instant > t { return instant }
        }
        return t + .days(7)
    }
}
