// Long: one fixture, whose parts share their state.
import Foundation
import NotificationPolicy

/// The local time of a zone for every minute, from Foundation's calendar.
struct WallClock: Sendable {
    /// 2026-08-01 to 2027-07-31, as minutes since 1970.
    static let first = 29_759_040, last = first + 365 * 1440
    struct Minute: Sendable, Equatable {
        /// Minutes since local midnight, days since 1970, months since year 0.
        let minute: Int, day: Int, month: Int
        /// 1 is Monday: 1970 began on a Thursday.
        var weekday: Int { (day + 3) % 7 + 1 }
        /// Weeks begin on Monday.
        var week: Int { (day + 3) / 7 }
    }
    private let minutes: [Minute]
    init(_ zone: String) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
        var table: [Minute] = []
        table.reserveCapacity(Self.last - Self.first)
        // Every zone changes its clock at a quarter of an hour.
        for start in stride(from: Self.first, to: Self.last, by: 15) {
            let date = Date(timeIntervalSince1970: Double(start) * 60)
            let parts = calendar.dateComponents([.year, .month, .hour, .minute], from: date)
            let local = date.timeIntervalSince1970 + Double(calendar.timeZone.secondsFromGMT(for: date))
            let day = Int((local / 86_400).rounded(.down)), minute = (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
            for more in 0..<15 { table.append(Minute(minute: minute + more, day: day, month: (parts.year ?? 0) * 12 + (parts.month ?? 0))) }
        }
        minutes = table
    }
    func at(_ t: Int) -> Minute { minutes[min(max(0, t - Self.first), minutes.count - 1)] }

    /// The same time of day `days` later. Takes the first of two equal times; a time inside a gap moves behind the gap
    /// by its distance from the gap's start.
    func adding(days: Int, to t: Int) -> Int {
        let wanted = (day: at(t).day + days, minute: at(t).minute)
        var candidate = t + (days - 1) * 1440 - 180
        while (at(candidate).day, at(candidate).minute) < wanted { candidate += 1 }
        let found = at(candidate)
        if found.day == wanted.day, found.minute == wanted.minute { return candidate }
        // The time was skipped: `found` is the first minute after the gap, which began after the minute before.
        return candidate + (wanted.minute - (at(candidate - 1).minute + 1))
    }
}

/// The EventPass policy and its loop, implemented a second time from the specification alone and in the slowest way:
/// minute by minute, with everything computed anew at each step. Hard-codes the numbers and shares no code with the
/// engine. Times are minutes since 1970.
final class SlowEngine {
    // MARK: - The tenant's data, as the specification lists them

    enum When { case at(days: Int = 0, minutes: Int = 0), start(Int), end(Int), fact(String, Int), slotEnd, startDays(Int) }
    typealias Slot = (days: Set<Int>, from: Int, to: Int)
    struct Kind {
        var category = ""
        var needs: Set<String> = [], unless: Set<String> = []
        var requires: String?
        var hasOpen = false, looksAtStatus = false, inAppOnly = false, counts = true, forNewUsers = false, forInactive = false, feed = true
        var expires: When = .at(days: 7)
        var deadline: When?
        var late = "feed", over = "feed"
        var slot: Slot?
        var waive: String?
        var channels = ["push"]
        var digest: String?, collapse: String?
        var weekCap: Int?, dayCap: Int?, monthCap: Int?, everCap: Int?
    }
    static let daily = Set(1...7)
    static let ranks = ["critical", "transactional", "organizer", "engagement", "informational", "marketing"]
    static let optional: Set<String> = ["organizer", "engagement", "informational", "marketing"]
    static let kinds: [String: Kind] = {
        var all: [String: Kind] = [:]
        func add(_ names: String..., category: String, _ change: (inout Kind) -> Void = { _ in }) {
            for name in names {
                var kind = Kind(category: category)
                change(&kind)
                all[name] = kind
            }
        }
        let both = ["push", "email"]
        add("otp-code", category: "critical") { ($0.channels, $0.feed, $0.counts, $0.expires) = (["sms"], false, false, .at(minutes: 5)) }
        add("security", "ticket-purchased", "refund-processed", "late-payment-refunded", category: "critical") { $0.channels = both }
        add("payment-failed", category: "critical") { ($0.channels, $0.hasOpen) = (both, true) }
        add("payment-approval-needed", category: "critical") {
            ($0.needs, $0.hasOpen, $0.expires) = (["momo_payment"], true, .at(minutes: 15))
        }
        add("payment-timed-out", category: "critical") {
            ($0.needs, $0.hasOpen, $0.expires) = (["momo_payment"], true, .fact("startedAt", 20))
        }
        add("event-cancelled", category: "critical") { ($0.needs, $0.channels, $0.expires) = (["ticket_holder"], both, .end(0)) }
        add("ticket-scanned", category: "critical") { $0.needs = ["ticket_holder"] }
        add("payment-pending", category: "transactional") { ($0.hasOpen, $0.expires, $0.late) = (true, .fact("holdExpiresAt", 0), "email") }
        add("event-time-changed", "event-venue-changed", "event-updated", category: "transactional") {
            ($0.needs, $0.requires, $0.hasOpen, $0.looksAtStatus) = (["ticket_holder"], "changed", true, true)
            ($0.deadline, $0.expires, $0.late, $0.channels, $0.collapse) = (.start(-120), .end(0), "send_now", both, "event")
        }
        add("ticket-expiring", category: "transactional") {
            ($0.needs, $0.hasOpen, $0.slot, $0.expires, $0.late) = (["ticket_holder"], true, (daily, 540, 1320), .end(-720), "email")
        }
        add("waitlist-offer", category: "transactional") {
            ($0.deadline, $0.expires, $0.late, $0.channels) = (.fact("offerExpiresAt", -10), .fact("offerExpiresAt", 0), "send_now", both)
        }
        add("support-reply", "refund-failed", category: "transactional") { $0.channels = both }
        add("event-reminder", category: "engagement") {
            ($0.needs, $0.hasOpen, $0.looksAtStatus, $0.over, $0.late) = (["ticket_holder", "favorited"], true, true, "email", "email")
        }
        add("tickets-low", category: "engagement") {
            ($0.needs, $0.unless, $0.hasOpen, $0.looksAtStatus, $0.expires) = (["favorited"], ["ticket_holder"], true, true, .start(-30))
        }
        add("new-event-from-followed", category: "engagement") {
            ($0.needs, $0.hasOpen, $0.looksAtStatus, $0.digest, $0.expires) = (["follows_organizer"], true, true, "new-events", .start(-30))
        }
        add("new-events-digest", category: "engagement") { ($0.slot, $0.dayCap, $0.expires) = ((daily, 600, 1200), 1, .at(minutes: 600)) }
        add("friend-attending", category: "engagement") {
            ($0.needs, $0.hasOpen, $0.looksAtStatus, $0.expires) = (["friend"], true, true, .start(-30))
        }
        add("ticket-sold", category: "organizer") {
            ($0.needs, $0.waive, $0.collapse, $0.expires) = (["organizer"], "event_hours", "sales", .at(days: 2))
        }
        add("hourly-sales-summary", "daily-sales-summary", category: "organizer") {
            ($0.needs, $0.counts, $0.expires) = (["organizer"], false, .at(days: 2))
        }
        add("low-inventory", category: "organizer") {
            ($0.needs, $0.hasOpen, $0.looksAtStatus, $0.over, $0.expires) = (["organizer"], true, true, "email", .start(0))
        }
        add("milestone", category: "organizer") { ($0.needs, $0.over) = (["organizer"], "digest:sales-daily") }
        add("payout-settled", category: "organizer") { ($0.needs, $0.waive, $0.over) = (["organizer"], "event_hours", "email") }
        add("new-feature", category: "informational") {
            ($0.slot, $0.monthCap, $0.over, $0.expires) = ((daily, 600, 1200), 1, "delay", .at(days: 30))
        }
        add("getting-started", category: "informational") { ($0.slot, $0.everCap, $0.forNewUsers) = ((daily, 600, 1200), 1, true) }
        add("recommendations", category: "informational") {
            ($0.requires, $0.slot, $0.weekCap, $0.expires) = ("items", ([3, 7], 1080, 1260), 2, .slotEnd)
        }
        add("popular-in-area", category: "informational") {
            ($0.needs, $0.requires, $0.slot, $0.weekCap, $0.expires) = (["nearby"], "items", ([5], 1020, 1200), 1, .slotEnd)
        }
        // `open: sales.upcoming` comes from the app's own specification.
        add("sales-start-tomorrow", category: "informational") {
            ($0.needs, $0.hasOpen, $0.slot, $0.expires) = (["favorited"], true, (daily, 1020, 1200), .at(days: 1))
        }
        add("re-engagement", category: "informational") { ($0.requires, $0.slot, $0.forInactive) = ("items", (daily, 1020, 1200), true) }
        add("promotion", category: "marketing") {
            ($0.requires, $0.over, $0.late, $0.expires) = ("offer", "delay", "drop", .fact("endsAt", 0))
        }
        add("app-prompt", category: "marketing") { $0.inAppOnly = true }
        return all
    }()
    static let updates: Set<String> = ["event-time-changed", "event-venue-changed", "event-updated"]

    // MARK: - Input

    struct Candidate {
        var ref: String, type: String, at: Int
        var evaluateAt: Int
        var subject: String?
        var dedupeKey: String?
        var isFlush = false
        var relations: Set<String> = []
        var start: Int?, end: Int?
        var status = "published"
        var isOpen = true
        /// `changed`, `items` and `offer`.
        var changed: Set<String> = []
        var hasItems = false, hasOffer = false
        var times: [String: Int] = [:]
        var offset: String?
        var distance: Int?
        var entries = 0
    }
    struct Choices {
        var isEnabled = true
        var categories: [String: [String: Bool]] = [:]
        var types: [String: [String: Bool]] = [:]
        var isQuiet = true
        var quietFrom = 1320, quietTo = 420
        var periods: [String: Bool] = [:]
        var digestMode = "realtime"
        var offsets = ["P1D", "PT2H"]
        var snoozes: [String: Int] = [:]
    }
    struct Sent { var type: String, at: Int, subject: String?, changed: Set<String> = [], start: Int?, key: String? }
    enum Change { case choices(Choices), facts(ref: String, (inout Candidate) -> Void) }
    struct Question {
        var zone = "Africa/Kampala"
        var roles = ["attendee"]
        var created = 0
        var active: Int?
        var tickets = 0
        var travel: Int?
        var reach: Set<String> = ["push", "email"]
        var choices = Choices()
        var sent: [Sent] = []
        var alerts: Set<String> = []
        var candidates: [Candidate] = []
        var changes: [(at: Int, change: Change)] = []
    }
    struct Decision: Equatable {
        var name: String
        var until: Int?
        var into: String?
        var channels: [String] = []
        var reasons: [String]
        init(_ name: String, until: Int? = nil, into: String? = nil, channels: [String] = [], _ reasons: [String]) {
            (self.name, self.until, self.into, self.channels, self.reasons) = (name, until, into, channels, reasons)
        }
    }
    struct Line { let ref: String, at: Int, decision: Decision }

    // MARK: - State

    let question: Question
    let clock: WallClock
    var choices: Choices
    var sent: [Sent]
    var decided: [String: (at: Int, by: String)] = [:]
    var ever: [String: Int] = [:]
    struct Waiting { var candidate: Candidate, until: Int, order: Int }
    var held: [Waiting] = []
    struct Bucket { var name: String, subject: String?, until: Int, entries: [Candidate] }
    var buckets: [Bucket] = []
    var changesOf: [String: [(inout Candidate) -> Void]] = [:]
    private(set) var lines: [Line] = []
    var now = 0

    init(_ question: Question, clock: WallClock) {
        (self.question, self.clock, choices, sent) = (question, clock, question.choices, [])
        // Ignore history older than 90 days before the first question, and sends older than 40 days before each.
        let first = question.candidates.map(\.evaluateAt).min() ?? 0
        for entry in question.sent where entry.at > first - 90 * 1440 {
            sent.append(entry)
            ever[entry.type, default: 0] += 1
            if let key = entry.key, entry.at > decided[key]?.at ?? 0 { decided[key] = (entry.at, "history") }
        }
    }

    // MARK: - The loop

    func run() -> [Line] {
        let first = question.candidates.min { $0.at < $1.at }
        let end = max((first?.at ?? 0) + 8 * 1440, first?.evaluateAt ?? 0)
        var fresh = question.candidates
        var changes = question.changes
        while true {
            let changeAt = changes.map(\.at).min() ?? .max, newAt = fresh.map(\.evaluateAt).min() ?? .max
            now = min(changeAt, newAt, held.map(\.until).min() ?? .max, buckets.map(\.until).min() ?? .max)
            if now > end { return lines }
            if changeAt == now, let index = changes.firstIndex(where: { $0.at == now }) {
                let change = changes.remove(at: index)
                switch change.change {
                case .choices(let new):
                    choices = new
                    for id in held.map(\.candidate).sorted(by: isBefore).map(\.ref) { reconsider(id) }
                case .facts(let ref, let edit):
                    changesOf[ref, default: []].append(edit)
                    reconsider(ref)
                }
                continue
            }
            // Run everything that is due now, the most important first.
            var due: [(candidate: Candidate, run: () -> Void)] = []
            for candidate in fresh where candidate.evaluateAt == now {
                due.append((candidate, { [self] in
                    fresh.removeAll { $0.ref == candidate.ref }
                    _ = accept(candidate)
                }))
            }
            for waiting in held where waiting.until == now {
                due.append((waiting.candidate, { [self] in reconsider(waiting.candidate.ref) }))
            }
            for bucket in buckets where bucket.until == now { due.append((flush(of: bucket), { [self] in leave(bucket) })) }
            due.min { isBefore($0.candidate, $1.candidate) }?.run()
        }
    }
    func isBefore(_ a: Candidate, _ b: Candidate) -> Bool {
        func rank(_ c: Candidate) -> Int { Self.ranks.firstIndex(of: kind(c).category) ?? 99 }
        return (rank(a), deadline(a), a.at, a.ref) < (rank(b), deadline(b), b.at, b.ref)
    }
    func kind(_ c: Candidate) -> Kind { Self.kinds[c.type] ?? Kind() }

    func accept(_ candidate: Candidate) -> Decision {
        var new = candidate
        for edit in changesOf.removeValue(forKey: new.ref) ?? [] { edit(&new) }
        let old = kind(new).collapse.flatMap { collapse in
            held.first { kind($0.candidate).collapse == collapse && $0.candidate.subject == new.subject }
        }?.candidate
        if let old {
            new.changed.formUnion(old.changed)
            if Self.updates.contains(new.type) { new.type = Self.updateType(new.changed) ?? new.type }
        }
        let decision = evaluate(new)
        if let old, decision.reasons != ["duplicate"] { settle(old, Decision("drop", ["superseded"])) }
        return decision
    }
    static func updateType(_ changed: Set<String>) -> String? {
        if changed.isSuperset(of: ["time", "venue"]) { return "event-updated" }
        return changed.contains("time") ? "event-time-changed" : changed.contains("venue") ? "event-venue-changed" : nil
    }
    func reconsider(_ ref: String) {
        guard var candidate = held.first(where: { $0.candidate.ref == ref })?.candidate else { return }
        for edit in changesOf.removeValue(forKey: ref) ?? [] { edit(&candidate) }
        _ = evaluate(candidate)
    }
    func evaluate(_ candidate: Candidate) -> Decision {
        var decision = decide(candidate)
        if decision.into == "event-updates", let until = decision.until,
            let bucket = buckets.first(where: { $0.name == "event-updates" && $0.subject == candidate.subject }),
            bucket.until < until, until > deadline(candidate) { decision.until = bucket.until }
        settle(candidate, decision)
        return decision
    }
    func settle(_ candidate: Candidate, _ decision: Decision) {
        held.removeAll { $0.candidate.ref == candidate.ref }
        lines.append(Line(ref: String(candidate.ref.prefix { $0 != "#" }), at: now, decision: decision))
        if decision.name != "drop", let key = candidate.dedupeKey { decided[key] = (now, candidate.ref) }
        switch decision.name {
        case "send":
            sent.append(Sent(type: candidate.type, at: now, subject: candidate.subject, changed: candidate.changed, start: candidate.start,
                             key: nil))
            ever[candidate.type, default: 0] += 1
        case "delay": held.append(Waiting(candidate: candidate, until: decision.until ?? now, order: lines.count))
        case "digest":
            let name = decision.into ?? "", until = decision.until ?? now
            let index = buckets.firstIndex {
                $0.name == name && (name == "event-updates" ? $0.subject == candidate.subject : $0.until == until)
            }
            if let index {
                buckets[index].entries.append(candidate)
                buckets[index].until = until
            } else {
                buckets.append(Bucket(name: name, subject: candidate.subject, until: until, entries: [candidate]))
            }
        default: break
        }
    }

    static let flushTypes = ["sales-hourly": "hourly-sales-summary", "sales-daily": "daily-sales-summary",
                             "new-events": "new-events-digest"]
    func flush(of bucket: Bucket) -> Candidate {
        let valid = bucket.entries.map { entry in
            var entry = entry
            for edit in changesOf[entry.ref] ?? [] { edit(&entry) }
            return entry
        }.filter { entry in
            let needs = kind(entry).needs
            return entry.isOpen && entry.status != "cancelled" && !(entry.end.map { now > $0 } ?? false)
                && (needs.isEmpty || !needs.isDisjoint(with: entry.relations))
        }
        var flush = Candidate(ref: "digest:\(bucket.name)#\(bucket.until)#\(bucket.subject ?? "")",
                              type: Self.flushTypes[bucket.name] ?? bucket.entries.last?.type ?? "",
                              at: bucket.until, evaluateAt: bucket.until, isFlush: true)
        flush.relations = valid.reduce(into: []) { $0.formUnion($1.relations) }
        flush.entries = valid.count
        if bucket.name == "event-updates", let newest = valid.last ?? bucket.entries.last {
            let changed = valid.reduce(into: Set<String>()) { $0.formUnion($1.changed) }
            let relations = flush.relations
            flush = newest
            (flush.ref, flush.at, flush.isFlush, flush.relations) =
                ("digest:event-updates#\(bucket.until)#\(bucket.subject ?? "")", bucket.until, true, relations)
            (flush.changed, flush.entries, flush.dedupeKey) = (changed, valid.count, nil)
            flush.type = Self.updateType(changed) ?? newest.type
        }
        return flush
    }
    func leave(_ bucket: Bucket) {
        let flush = flush(of: bucket)
        for entry in bucket.entries { changesOf[entry.ref] = nil }
        buckets.removeAll { $0.name == bucket.name && $0.subject == bucket.subject && $0.until == bucket.until }
        _ = accept(flush)
    }

    // MARK: - Times of a candidate

    func time(_ when: When, _ c: Candidate, _ slot: Slot?) -> Int? {
        switch when {
        case .at(let days, let minutes): return (days == 0 ? c.at : clock.adding(days: days, to: c.at)) + minutes
        case .start(let minutes): return c.start.map { $0 + minutes }
        case .startDays(let days): return c.start.map { clock.adding(days: days, to: $0) }
        case .end(let minutes): return c.end.map { $0 + minutes }
        case .fact(let name, let minutes): return c.times[name].map { $0 + minutes }
        case .slotEnd:
            guard let slot else { return nil }
            var t = c.at
            while !Self.isInside(slot, clock.at(t)) { t += 1 }
            while Self.isInside(slot, clock.at(t)) { t += 1 }
            return t
        }
    }
    func slot(_ c: Candidate) -> Slot? {
        c.type == "event-reminder" && c.offset != nil && c.offset != "PT2H" ? (Self.daily, 600, 1320) : kind(c).slot
    }
    func expiresAs(_ c: Candidate) -> When {
        guard c.type == "event-reminder" else { return kind(c).expires }
        return switch c.offset { case "P7D": .startDays(-2); case "P1D": .start(-240); case "PT2H": .start(-30); default: kind(c).expires }
    }
    func expires(_ c: Candidate) -> Int { time(expiresAs(c), c, slot(c)) ?? clock.adding(days: 7, to: c.at) }
    func deadline(_ c: Candidate) -> Int { kind(c).deadline.flatMap { time($0, c, slot(c)) } ?? expires(c) }
    func late(_ c: Candidate) -> String { c.type == "event-reminder" && c.offset == "PT2H" ? "feed" : kind(c).late }
    static func isInside(_ slot: Slot, _ m: WallClock.Minute) -> Bool {
        slot.days.contains(m.weekday) && m.minute >= slot.from && m.minute < slot.to
    }
}
