import Kernel

extension NotificationPolicy {
    static let keys = [
        "version", "zone", "weekStart", "categories", "total", "spacing", "similarOncePerDay", "quietHours", "quietPeriods", "calendar",
        "segments",
        "eventHours", "eventUpdates", "sales", "digests", "reminders", "optOutAlert", "payload", "types", "templates", "deepLinkScheme",
        "supportEmail", "channels", "delivery",
    ]
    /// Quiet hours that swallow a day would swallow what is in it.
    package static let quietSecondsMax = 16 * 3600

    /// Reads a tenant's settings. Always gives a policy; what was wrong stands in `problems`, by path below the settings.
    package static func read(_ settings: JSONValue, zone: String, languages: [String],
                             vocabulary: PolicyVocabulary) -> (policy: NotificationPolicy, problems: [(path: String, message: String)]) {
        let form = PolicyForm(settings, notes: PolicyForm.Notes(vocabulary))
        form.allow(keys)
        var policy = NotificationPolicy(zone: form.text("zone") ?? zone)
        if (try? TimeZoneRules.named(policy.zone)) == nil {
            form.fail("zone", "there is no time zone '\(policy.zone)'")
            policy.zone = "UTC"
        }
        (policy.languages, policy.vocabulary) = (languages, vocabulary)
        policy.version = form.integer("version", atLeast: 0) ?? 1
        if let day = form.named("weekStart", "weekday", { WallWindow.dayNames.firstIndex(of: $0) }) { policy.weekStart = day + 1 }
        policy.readCategories(form)
        policy.readTypes(form)
        policy.readTiming(form)
        policy.readCalendar(form)
        policy.readLimits(form)
        policy.readDigests(form)
        policy.readTemplates(form)
        policy.deepLinkScheme = form.text("deepLinkScheme")
        policy.supportEmail = form.text("supportEmail")
        if let payload = form.form("payload") {
            policy.payload.isLite = payload.flag("lite", default: true)
            policy.payload.liteBytesMax = bytesMax("lite", isLite: true, payload)
            policy.payload.richBytesMax = bytesMax("rich", isLite: false, payload)
        }
        policy.check(form)
        return (policy, form.notes.problems)
    }

    private static func bytesMax(_ key: String, isLite: Bool, _ payload: PolicyForm) -> Int {
        let most = Payload.bytesMax(isLite: isLite)
        guard let form = payload.form("maxBytes"), let number = form.integer(key) else { return most }
        if number > most { form.fail(key, "is more than \(most) bytes") }
        return min(number, most)
    }

    // MARK: - Categories

    private static let categoryKeys = [
        "priority", "mandatory", "locked", "optIn", "defaults", "fallback", "defaultOffFor", "exempt", "caps", "slot", "blackout", "label",
    ]
    private mutating func readCategories(_ form: PolicyForm) {
        var named = form.forms("categories")
        // A mapping has no order, so each category states its priority, the smallest number first.
        func place(_ name: String, _ form: PolicyForm) -> (Int, Int, String) {
            let kind = form.flag("mandatory", default: false) ? 0 : form.flag("optIn", default: false) ? 2 : 1
            return (form.integer("priority", atLeast: 0) ?? Int.max, kind, name)
        }
        named.sort { place($0.name, $0.form) < place($1.name, $1.form) }
        for (rank, (name, form)) in named.enumerated() { categories[name] = Self.category(name, rank, form) }
        if named.isEmpty || categories[Self.platformCategory] == nil && named.first.map({ categories[$0.name]?.isMandatory != true })
                == true {
            var critical = Category(name: Self.platformCategory, rank: -1)
            (critical.isMandatory, critical.defaults, critical.fallback) = (true, [.push, .email, .inApp], [.sms, .email])
            critical.exempt = Set(Exemption.allCases)
            categories[critical.name] = critical
        }
    }
    private static func category(_ name: String, _ rank: Int, _ form: PolicyForm) -> Category {
        form.allow(categoryKeys)
        var category = Category(name: name, rank: rank)
        category.isMandatory = form.flag("mandatory", default: false)
        category.locked = Set(form.channels("locked"))
        category.isOptIn = form.flag("optIn", default: false)
        if form.has("defaults") { category.defaults = Set(form.channels("defaults")) }
        category.fallback = form.channels("fallback")
        category.defaultOffFor = Set(form.texts("defaultOffFor"))
        category.exempt = Set(form.allNamed("exempt", "rule group") { Exemption(rawValue: $0) })
        if let caps = form.form("caps") {
            caps.allow(["day", "week"])
            (category.dayCap, category.weekCap) = (caps.integer("day"), caps.integer("week"))
        }
        category.slot = form.slot("slot")
        if let blackout = form.form("blackout"), let span = blackout.span("for") {
            category.blackout = Blackout(after: Set(blackout.texts("after")), span: span)
        }
        if let label = form.form("label") {
            for language in label.members.keys { category.labels[language] = label.required(language) }
        }
        return category
    }

    // MARK: - Timing

    private mutating func readTiming(_ form: PolicyForm) {
        if let spacing = form.form("spacing"), let every = spacing.span("every") {
            self.spacing = Spacing(every: every, notCounted: Set(spacing.texts("notCounted")))
        }
        if let quiet = form.form("quietHours"), let window = quiet.fromTo() {
            if window.seconds > Self.quietSecondsMax { quiet.fail("", "is longer than 16 hours") } else { quietHours = window }
        }
        for period in form.list("quietPeriods") {
            var days: UInt8 = 0
            for name in period.texts("days") {
                if let mask = WallWindow.weekdays(name) { days |= mask } else { period.fail("days", "there is no weekday '\(name)'") }
            }
            guard let window = period.fromTo(weekdays: days == 0 ? WallWindow.everyDay : days) else { continue }
            quietPeriods.append(QuietPeriod(code: period.required("code"), window: window, categories: Set(period.texts("categories"))))
        }
        if let hours = form.form("eventHours") { eventHours = hours.span("before") }
    }

    private mutating func readCalendar(_ form: PolicyForm) {
        guard let calendar = form.form("calendar") else { return }
        calendar.allow(["place", "holidays", "ramadan"])
        if case .array(let pair)? = calendar.members["place"], pair.count == 2 {
            let degrees = pair.compactMap { value -> Double? in
                if case .double(let number) = value { number } else { value.int.map(Double.init) }
            }
            if degrees.count == 2 { place = (degrees[0], degrees[1]) }
        }
        if let form = calendar.form("holidays") {
            var dates: [CalendarDate: String] = [:]
            for (text, name) in form.form("dates")?.members ?? [:] {
                if let date = CalendarDate(text) { dates[date] = name.string ?? "" } else {
                    form.fail("dates.\(text)", "is not a date (YYYY-MM-DD)")
                }
            }
            if let until = form.text("until").flatMap(WallWindow.second), until > 0 {
                holidays = Holidays(until: until, categories: Set(form.texts("categories")), dates: dates)
            } else {
                form.fail("until", "is written HH:mm, in quotes")
            }
        }
        guard let form = calendar.form("ramadan") else { return }
        var meals: [String: WallWindow] = [:]
        if let inner = form.form("meals") { for name in inner.members.keys.sorted() { meals[name] = inner.window(name) } }
        var sparse: [String: Span] = [:]
        if let inner = form.form("sparse") { for name in inner.members.keys.sorted() { sparse[name] = inner.span(name) } }
        let years = form.list("years").compactMap { year -> Ramadan.Year? in
            guard let hijri = year.integer("hijri"), let from = year.date("from"), let to = year.date("to") else { return nil }
            if to < from || to.daysSinceEpoch - from.daysSinceEpoch > 30 { year.fail("to", "must lie 28 to 30 days after 'from'") }
            return Ramadan.Year(hijri: hijri, from: from, to: to, isConfirmed: year.flag("confirmed", default: false))
        }
        ramadan = Ramadan(meals: meals, categories: Set(form.texts("categories")), sparse: sparse, years: years)
    }

    // MARK: - Limits and digests

    private mutating func readLimits(_ form: PolicyForm) {
        if let total = form.form("total") {
            self.total = Total(day: total.integer("day"), week: total.integer("week"), categories: Set(total.texts("categories")),
                               except: Set(total.texts("except")))
        }
        similarOncePerDay = Set(form.texts("similarOncePerDay"))
        if let segments = form.form("segments") {
            if let rule = segments.form("newUser"), let within = rule.span("within") {
                newUsers = NewUsers(within: within, quiet: Set(rule.texts("quiet")))
            }
            if let rule = segments.form("inactive"), let after = rule.span("after") {
                inactive = Inactive(after: after, silence: Set(rule.texts("silence")))
            }
            if let rule = segments.form("frequentBuyer"), let tickets = rule.integer("tickets"), let within = rule.span("within") {
                var weekly: [String: Int] = [:]
                if let inner = rule.form("weekly") { for name in inner.members.keys { weekly[name] = inner.integer(name) } }
                frequentBuyers = FrequentBuyers(tickets: tickets, within: within, weekly: weekly)
            }
        }
        if let rule = form.form("optOutAlert"), let above = rule.number("above"), let least = rule.integer("minRecipients"),
            let within = rule.span("within") {
            optOutAlert = OptOutAlert(above: above, minRecipients: least, within: within, halves: rule.text("onAlert") == "halve")
        }
    }

    private mutating func readDigests(_ form: PolicyForm) {
        for (name, digest) in form.forms("digests") {
            let at = digest.required("at")
            if at != "hourly", WallWindow.second(at) == nil { digest.fail("at", "is 'hourly' or HH:mm, in quotes") }
            let type = digest.required("as")
            digests[name] = Digest(at: at == "hourly" ? nil : WallWindow.second(at) ?? 0, type: type)
            types[type]?.isDigest = true
        }
        if let rule = form.form("eventUpdates"), let within = rule.span("within") {
            eventUpdates = EventUpdates(types: rule.texts("types"), fields: vocabulary.updateFields,
                                        perEvent: rule.integer("perEvent") ?? 3, perField: rule.integer("perField") ?? 2, within: within,
                                        coalesce: rule.span("coalesce") ?? within)
        }
        if let rule = form.form("sales"), let every = rule.span("every") {
            sales = Sales(type: rule.required("type"), standard: rule.text("default") ?? "realtime", auto: rule.required("auto"),
                          offHours: rule.required("offHours"), every: every)
        }
        if let rule = form.form("reminders") {
            reminders = Reminders(type: rule.required("type"), allowed: rule.texts("allowed"), standard: rule.texts("default"),
                                  max: rule.integer("max") ?? 2)
        }
    }
}
