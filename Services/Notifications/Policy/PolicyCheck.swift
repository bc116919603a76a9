import Kernel

extension NotificationPolicy {
    /// What does not fit together, once everything is read.
    func check(_ form: PolicyForm) {
        checkReferences(form)
        checkTemplates(form)
        checkCalendar(form)
        for (name, type) in types {
            for (key, value) in [("late", type.late), ("over", type.over)] {
                if case .digest(let digest) = value, digests[digest] == nil {
                    form.fail("types.\(name).\(key)", "there is no digest '\(digest)'")
                }
            }
            if let digest = type.digest, digests[digest] == nil { form.fail("types.\(name).digest", "there is no digest '\(digest)'") }
        }
    }

    private func checkReferences(_ form: PolicyForm) {
        func known(_ names: some Sequence<String>, _ path: String, _ what: String, _ all: some Collection<String>) {
            for name in names.sorted() where !all.contains(name) { form.fail(path, "there is no \(what) '\(name)'") }
        }
        known(total?.categories ?? [], "total.categories", "category", categories.keys)
        known(total?.except ?? [], "total.except", "type", types.keys)
        known(spacing?.notCounted ?? [], "spacing.notCounted", "type", types.keys)
        known(similarOncePerDay, "similarOncePerDay", "category", categories.keys)
        for (index, period) in quietPeriods.enumerated() {
            known(period.categories, "quietPeriods.\(index).categories", "category", categories.keys)
        }
        known(holidays?.categories ?? [], "calendar.holidays.categories", "category", categories.keys)
        known(ramadan?.categories ?? [], "calendar.ramadan.categories", "category", categories.keys)
        known(ramadan?.sparse.keys.map { $0 } ?? [], "calendar.ramadan.sparse", "category", categories.keys)
        known(newUsers?.quiet ?? [], "segments.newUser.quiet", "category", categories.keys)
        known(inactive?.silence ?? [], "segments.inactive.silence", "category", categories.keys)
        known(frequentBuyers?.weekly.keys.map { $0 } ?? [], "segments.frequentBuyer.weekly", "type", types.keys)
        known(eventUpdates?.types ?? [], "eventUpdates.types", "type", types.keys)
        known(digests.values.map(\.type), "digests", "type", types.keys)
        for category in categories.values {
            known(category.blackout?.after ?? [], "categories.\(category.name).blackout.after", "category", categories.keys)
        }
        if let sales {
            known([sales.type], "sales.type", "type", types.keys)
            known([sales.auto, sales.offHours], "sales", "digest", digests.keys)
            if !Self.digestModes.contains(sales.standard) { form.fail("sales.default", "there is no digest mode '\(sales.standard)'") }
        }
        if let reminders {
            known([reminders.type], "reminders.type", "type", types.keys)
            known(reminders.standard, "reminders.default", "allowed offset", reminders.allowed)
        }
    }
    package static let digestModes = ["realtime", "hourly", "daily"]

    // MARK: - Templates

    private func checkTemplates(_ form: PolicyForm) {
        for (name, type) in types.sorted(by: { $0.key < $1.key }) {
            for language in languages {
                guard let texts = templates[name]?[language] else {
                    // Said in English until the tenant has words of its own; what is written in a file of its own brings them along.
                    if vocabulary.types[name] != nil || type.on == [Self.campaignStarted] { continue }
                    form.fail("types.\(name)", "has no texts under templates.\(name).\(language)")
                    continue
                }
                check(texts, TextLanguage(tag: language), "templates.\(name).\(language)", form)
            }
        }
    }
    package static let campaignStarted = "notifications.campaign-started.v1"

    private func check(_ texts: Texts, _ language: TextLanguage, _ path: String, _ form: PolicyForm) {
        for (field, message) in problems(of: texts, in: language) { form.fail("\(path).\(field)", message) }
    }
    /// What breaks T1–T4 or the form: used for templates and for campaigns.
    package func problems(of texts: Texts, in language: TextLanguage) -> [(field: String, message: String)] {
        var found: [(String, String)] = []
        for (field, text) in [("title", texts.title), ("body", texts.body), ("why", texts.why ?? "")] {
            for format in TextTemplate.unknownFormats(text, vocabulary) { found.append((field, "the format \(format) does not exist")) }
            for problem in TextRules.problems(of: text, in: language) { found.append((field, problem)) }
        }
        if TextRules.hasLineBreak(texts.title) { found.append(("title", "has control characters")) }
        if texts.title.trimmed.isEmpty { found.append(("title", "is empty")) }
        if texts.body.trimmed.isEmpty { found.append(("body", "is empty")) }
        if texts.title.count > Notification.titleMax { found.append(("title", "is longer than \(Notification.titleMax)")) }
        if texts.body.count > Notification.bodyMax { found.append(("body", "is longer than \(Notification.bodyMax)")) }
        return found
    }
    // MARK: - Ramadan

    private func checkCalendar(_ form: PolicyForm) {
        for (index, year) in (ramadan?.years ?? []).enumerated() {
            guard let start = UmmAlQura.ramadan(year.hijri) else {
                form.fail("calendar.ramadan.years.\(index).hijri", "is not a year of the table")
                continue
            }
            if abs(start.daysSinceEpoch - year.from.daysSinceEpoch) > 1 {
                form.fail("calendar.ramadan.years.\(index).from", "is more than a day from \(start), the Umm al-Qura date")
            }
        }
    }
}
