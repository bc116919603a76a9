import NotificationPolicy

/// R1 to R28, as the specification lists them.
extension SlowEngine {
    // MARK: - Channels

    func isOn(_ channel: String, _ c: Candidate) -> Bool {
        let kind = kind(c)
        if !kind.feed { return true }
        let isMandatory = ["critical", "transactional"].contains(kind.category)
        if channel == "inApp", isMandatory || kind.category == "organizer" { return true }
        if !choices.isEnabled, !isMandatory, channel != "inApp" { return false }
        if let own = choices.types[c.type]?[channel] { return own }
        if let own = choices.categories[kind.category]?[channel] { return own }
        if kind.category == "informational", question.roles == ["organizer"], channel != "inApp" { return false }
        let defaults: [String: Set<String>] = ["informational": ["push", "inApp"], "marketing": ["inApp"]]
        return (defaults[kind.category] ?? ["push", "email", "inApp"]).contains(channel)
    }
    func isUsable(_ channel: String, _ c: Candidate) -> Bool { question.reach.contains(channel) && isOn(channel, c) }
    func fallback(_ c: Candidate) -> [String] {
        switch kind(c).category { case "critical", "transactional": ["sms", "email"]; case "marketing": []; default: ["email"] }
    }
    func channels(_ c: Candidate) -> [String] {
        let own = kind(c).channels
        let joining = own.contains { $0 != "email" && isUsable($0, c) } || !fallback(c).contains("sms")
            || !isUsable("sms", c) ? [] : ["sms"]
        return joining + own.filter { isUsable($0, c) && !joining.contains($0) }
    }
    func feed(_ c: Candidate, _ codes: [String]) -> Decision {
        if !kind(c).feed { return Decision("drop", codes) }
        return isOn("inApp", c) ? Decision("feed_only", codes) : Decision("drop", codes + ["in_app_off"])
    }
    func disposed(_ how: String, _ c: Candidate, _ codes: [String]) -> Decision {
        switch how {
        case "email": isUsable("email", c) ? Decision("email_instead", channels: ["email"], codes) : feed(c, codes + ["email_unavailable"])
        case "send_now": Decision("send", channels: channels(c), codes)
        case "drop": Decision("drop", codes)
        case "digest:sales-daily": batched("sales-daily", c, codes)
        default: feed(c, codes)
        }
    }

    // MARK: - R1 to R11

    func decide(_ c: Candidate) -> Decision {
        let kind = kind(c), category = kind.category
        let isMandatory = ["critical", "transactional"].contains(category)
        if let key = c.dedupeKey, let known = decided[key], known.by != c.ref, known.at > now - 90 * 1440 {
            return Decision("drop", ["duplicate"])
        }
        // An empty digest is dropped with its own reason, whatever happened to its entries (clarification 5).
        if c.isFlush, c.entries == 0 { return Decision("drop", ["digest_empty"]) }
        if kind.looksAtStatus, c.status == "cancelled" { return Decision("drop", ["event_cancelled"]) }
        if kind.hasOpen, !c.isOpen { return Decision("drop", ["resolved"]) }
        if now > expires(c) {
            if let end = c.end, now > end { return Decision("drop", ["event_over"]) }
            if case .start(-30) = expiresAs(c), c.start != nil { return Decision("drop", ["too_close_to_start"]) }
            return Decision("drop", ["expired"])
        }
        if !kind.unless.isDisjoint(with: c.relations) { return Decision("drop", ["not_relevant"]) }
        if !kind.needs.isEmpty, kind.needs.isDisjoint(with: c.relations) {
            if let distance = c.distance, let travel = question.travel, distance > travel { return Decision("drop", ["too_far"]) }
            return Decision("drop", ["not_relevant"])
        }
        switch kind.requires {
        case "changed" where c.changed.isEmpty, "items" where !c.hasItems, "offer" where !c.hasOffer: return feed(c, ["no_context"])
        default: break
        }
        if kind.inAppOnly { return feed(c, ["in_app_only"]) }
        if !isMandatory {
            if !["push", "email", "sms"].contains(where: { isOn($0, c) }) {
                let hasChosen = [choices.categories[category], choices.types[c.type]].contains {
                    $0?.keys.contains { $0 != "inApp" } == true
                }
                return feed(c, [category == "marketing" && !hasChosen ? "not_opted_in" : "opted_out"])
            }
            if [c.type, category].contains(where: { (choices.snoozes[$0] ?? 0) > now }) { return feed(c, ["snoozed"]) }
            if c.type == "event-reminder" {
                if let offset = c.offset, !choices.offsets.contains(offset) { return Decision("drop", ["offset_not_chosen"]) }
                // An unknown start matches every start.
                let before = sent.count {
                    $0.type == c.type && $0.subject == c.subject && ($0.start == c.start || $0.start == nil || c.start == nil)
                        && $0.at > now - 40 * 1440
                }
                if before >= max(2, choices.offsets.count) { return Decision("drop", ["reminder_limit"]) }
            }
            if now - question.created < 7 * 1440, category == "informational", !kind.forNewUsers { return feed(c, ["new_user_quiet"]) }
            if let active = question.active, now - active >= 30 * 1440, ["engagement", "informational", "marketing"].contains(category),
                !c.relations.contains("ticket_holder"), !kind.forInactive { return feed(c, ["inactive_silence"]) }
        }
        if !kind.channels.contains(where: { $0 != "email" && isUsable($0, c) }), !(fallback(c).contains("sms") && isUsable("sms", c)) {
            return fallback(c).contains("email") && isUsable("email", c) ? Decision("email_instead", channels: ["email"], ["no_push"])
                : feed(c, ["no_channel"])
        }
        return routed(c)
    }

    // MARK: - R12 to R14

    func routed(_ c: Candidate) -> Decision {
        if c.isFlush { return timed(c) }
        if let digest = kind(c).digest { return batched(digest, c, ["scheduled_digest"]) }
        if c.type == "ticket-sold" {
            if choices.digestMode == "hourly" { return batched("sales-hourly", c, ["digest_hourly"]) }
            if choices.digestMode == "daily" { return batched("sales-daily", c, ["digest_daily"]) }
            if let first = Self.quietRules.first(where: { isBlocked($0, c, now, isWaivable: true) }) {
                return batched("sales-daily", c, ["off_hours", first])
            }
            if isDayFull("organizer", now) { return batched("sales-hourly", c, ["daily_cap_organizer"]) }
        }
        if Self.updates.contains(c.type) {
            func mine(_ t: Int) -> [Sent] {
                sent.filter { Self.updates.contains($0.type) && $0.subject == c.subject && $0.at > t - 1440 && $0.at <= now }
            }
            func isFull(_ t: Int) -> Bool { mine(t).count >= 3 }
            func isFieldFull(_ t: Int) -> Bool {
                ["time", "venue"].contains { field in c.changed.contains(field) && mine(t).count { $0.changed.contains(field) } >= 2 }
            }
            if isFull(now) || isFieldFull(now) {
                let code = isFull(now) ? "event_update_limit" : "same_field_limit"
                var t = now
                while isFull(t) || isFieldFull(t) { t += 1 }
                let moved = walk(c, from: t, rules: Self.quietRules + ["slots", "blackout", "spacing"], isWaivable: true)
                if !moved.isEndless, moved.t <= deadline(c) {
                    return Decision("digest", until: moved.t, into: "event-updates", [code] + moved.movers)
                }
                return Decision("digest", until: max(deadline(c), now + 15), into: "event-updates", [code, "would_be_too_late"])
            }
        }
        return timed(c)
    }
    func batched(_ name: String, _ c: Candidate, _ codes: [String]) -> Decision {
        let flush = Candidate(ref: c.ref, type: Self.flushTypes[name] ?? "", at: now, evaluateAt: now, isFlush: true)
        for instant in (now - 4 * 1440)...(now + 2 * 1440) {
            let minute = clock.at(instant).minute
            guard name == "sales-hourly" ? minute % 60 == 0 : minute == (name == "sales-daily" ? 480 : 600) else { continue }
            let moved = walk(flush, from: instant, rules: Self.quietRules + ["slots"], isWaivable: false)
            if moved.isEndless { return feed(c, codes + ["no_window"]) }
            guard moved.t > now else { continue }
            guard moved.t - now <= 8 * 1440 else { return feed(c, codes + ["no_window"]) }
            return Decision("digest", until: moved.t, into: name, codes + moved.movers.filter { !codes.contains($0) })
        }
        return feed(c, codes + ["no_window"])
    }

    // MARK: - R15 to R23

    static let quietRules = ["quiet_hours", "sunday_morning", "holiday_morning", "meal_time"]
    static let allRules = quietRules + ["slots", "blackout", "spacing", "sale_rate", "ramadan_sparse"]
    /// 25 December, New Year, 9 March, 26 March, 3 June; 7 February to 9 March 2027, a day wider until it is confirmed.
    static let holidays: Set<Int> = [20_812, 20_819, 20_886, 20_903, 20_972]
    static let ramadan = 20_856...20_886

    func isWaived(_ c: Candidate, _ t: Int) -> Bool {
        if c.type == "event-reminder", c.offset == "PT2H" {
            return c.relations.contains("ticket_holder") && c.start.map { $0 - t <= 120 } ?? false
        }
        guard kind(c).waive == "event_hours", let start = c.start, let end = c.end else { return false }
        return t >= start - 180 && t <= end
    }
    func isBlocked(_ rule: String, _ c: Candidate, _ t: Int, isWaivable: Bool) -> Bool {
        let category = kind(c).category, minute = clock.at(t)
        let isQuietRule = Self.quietRules.contains(rule)
        if category == "critical", isQuietRule || rule == "slots" { return false }
        if isWaivable, isQuietRule, isWaived(c, t) { return false }
        let isForFun = ["engagement", "informational", "marketing"].contains(category)
        func recently(_ minutes: Int, _ matches: (Sent) -> Bool) -> Bool {
            sent.contains { $0.at > t - minutes && $0.at <= now && $0.at > now - 40 * 1440 && matches($0) }
        }
        switch rule {
        case "quiet_hours":
            guard choices.isQuiet else { return false }
            let (from, to) = (choices.quietFrom, choices.quietTo)
            return from < to ? minute.minute >= from && minute.minute < to : minute.minute >= from || minute.minute < to
        case "sunday_morning": return choices.periods[rule] != false && minute.weekday == 7 && minute.minute < 780
        case "holiday_morning": return choices.periods["holidays"] != false && Self.holidays.contains(minute.day) && minute.minute < 780
        case "meal_time":
            guard isForFun, choices.periods["ramadan"] != false, Self.ramadan.contains(minute.day) else { return false }
            return (270..<360).contains(minute.minute) || (1110..<1200).contains(minute.minute)
        case "slots": return slotCode(c, t) != nil
        case "blackout": return category == "marketing" && recently(720) {
            ["critical", "transactional"].contains(Self.kinds[$0.type]?.category ?? "") && Self.kinds[$0.type]?.counts == true
        }
        case "spacing": return isForFun && recently(30) { !["ticket-sold", "otp-code"].contains($0.type) }
        case "sale_rate": return c.type == "ticket-sold" && recently(1) { Self.kinds[$0.type]?.category == "organizer" }
        case "ramadan_sparse":
            return category == "marketing" && choices.periods["ramadan"] != false && Self.ramadan.contains(minute.day)
                && recently(14 * 1440) { Self.kinds[$0.type]?.category == "marketing" }
        default: return false
        }
    }
    func slotCode(_ c: Candidate, _ t: Int) -> String? {
        if kind(c).category == "marketing", !Self.isInside(([4], 1080, 1260), clock.at(t)) { return "marketing_slot" }
        if let slot = slot(c), !Self.isInside(slot, clock.at(t)) { return "slot" }
        return nil
    }
    func code(_ rule: String, _ c: Candidate) -> String {
        switch rule {
        case "slots": kind(c).category == "marketing" ? "marketing_slot" : "slot"
        case "blackout": "marketing_blackout"
        default: rule
        }
    }
    /// The first minute that no rule blocks, rule by rule. Rules that keep moving it for sixty days will never stop.
    func walk(_ c: Candidate, from start: Int, rules: [String], isWaivable: Bool) -> (t: Int, movers: [String], last: String?,
        isEndless: Bool) {
        var t = start
        var movers: Set<String> = []
        var last: String?
        var hasMoved = true
        while hasMoved {
            hasMoved = false
            for rule in rules {
                while isBlocked(rule, c, t, isWaivable: isWaivable) {
                    t += 1
                    (hasMoved, last) = (true, code(rule, c))
                    movers.insert(rule)
                }
            }
            if t > start + 60 * 1440 { return (t, [], last, hasMoved) }
        }
        return (t, rules.filter(movers.contains).map { code($0, c) }, last, false)
    }

    // MARK: - R24 to R28

    func isSame(_ a: Int, _ b: Int, _ unit: (WallClock.Minute) -> Int) -> Bool { unit(clock.at(a)) == unit(clock.at(b)) }
    func isDayFull(_ category: String, _ t: Int) -> Bool {
        let caps = ["organizer": 20, "engagement": 3, "informational": 1, "marketing": 1]
        guard let cap = caps[category] else { return false }
        return counted(category, t, \.day) >= (question.alerts.contains(category) ? (cap + 1) / 2 : cap)
    }
    func counted(_ category: String, _ t: Int, _ unit: (WallClock.Minute) -> Int) -> Int {
        recent.count { Self.kinds[$0.type]?.category == category && Self.kinds[$0.type]?.counts == true && isSame($0.at, t, unit) }
    }
    var recent: [Sent] { sent.filter { $0.at > now - 40 * 1440 && $0.at <= now } }

    func cap(_ c: Candidate, _ t: Int) -> (code: String, unit: ((WallClock.Minute) -> Int)?)? {
        let kind = kind(c), category = kind.category
        guard kind.counts, Self.optional.contains(category) else { return nil }
        let mine = recent.filter { $0.type == c.type }
        func full(_ limit: Int?, _ unit: (WallClock.Minute) -> Int) -> Bool {
            limit.map { limit in mine.count { isSame($0.at, t, unit) } >= limit } ?? false
        }
        if category != "organizer", c.type != "event-reminder", let subject = c.subject,
            mine.contains(where: { $0.subject == subject && isSame($0.at, t, \.day) }) {
            return ("similar_today", \.day)
        }
        if c.type == "recommendations", question.tickets >= 5, full(1, \.week) { return ("frequent_buyer", \.week) }
        if full(kind.dayCap, \.day) { return ("type_cap", \.day) }
        if full(kind.weekCap, \.week) { return ("type_cap", \.week) }
        if full(kind.monthCap, \.month) { return ("type_cap", \.month) }
        if let cap = kind.everCap, ever[c.type] ?? 0 >= cap { return ("type_cap", nil) }
        if isDayFull(category, t) { return ("daily_cap_\(category)", \.day) }
        let weekly = ["engagement": 12, "informational": 3, "marketing": 1]
        if let cap = weekly[category], counted(category, t, \.week) >= (question.alerts.contains(category) ? (cap + 1) / 2 : cap) {
            return ("weekly_cap_\(category)", \.week)
        }
        let except: Set<String> = ["ticket-sold", "hourly-sales-summary", "daily-sales-summary"]
        guard !except.contains(c.type) else { return nil }
        func total(_ unit: (WallClock.Minute) -> Int) -> Int {
            recent.count {
                Self.optional.contains(Self.kinds[$0.type]?.category ?? "") && !except.contains($0.type) && isSame($0.at, t, unit)
            }
        }
        if total(\.day) >= 8 { return ("total_daily_cap", \.day) }
        return total(\.week) >= 20 ? ("total_weekly_cap", \.week) : nil
    }

    func timed(_ c: Candidate) -> Decision {
        var codes = Self.allRules.filter { isBlocked($0, c, now, isWaivable: true) }.map { code($0, c) }
        var t = now
        var last: String?
        func listed() -> [String] { codes + (last.map { codes.contains($0) ? [] : [$0] } ?? []) }
        while true {
            let moved = walk(c, from: t, rules: Self.allRules, isWaivable: true)
            if moved.t > t { (t, last) = (moved.t, moved.last) }
            if moved.isEndless { return disposed(late(c), c, ["would_be_too_late"] + listed()) }
            guard let full = cap(c, t) else { break }
            guard kind(c).over == "delay", let unit = full.unit else { return disposed(kind(c).over, c, [full.code]) }
            if !codes.contains(full.code) { codes.append(full.code) }
            let before = t
            while isSame(before, t, unit) { t += 1 }
            last = full.code
            if t > now + 60 * 1440 { return disposed(late(c), c, ["would_be_too_late"] + listed()) }
        }
        if t == now {
            let waived = Self.quietRules.contains { isBlocked($0, c, now, isWaivable: false) } && isWaived(c, now)
            return Decision("send", channels: channels(c),
                            ["ok"] + (waived ? [c.type == "event-reminder" ? "waived_near_start" : "waived_event_hours"] : []))
        }
        if t > deadline(c) { return disposed(late(c), c, ["would_be_too_late"] + listed()) }
        return Decision("delay", until: t, listed())
    }
}
