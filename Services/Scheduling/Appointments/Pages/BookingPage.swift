import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// The page of a booking link: choose a time, then fill in the details, or wait for a time.
struct BookingPage {
    let source: PageSource
    let link: BookingLink
    let calendar: ProviderCalendar
    private var words: PageWords { source.words }
    private var names: BookingNames { source.names }
    private var path: String { "/book/\(link.token)" }
    private var provider: String { calendar.record.name }

    /// Throws what an API route of the link throws.
    /// - Parameter hold: keeps an expired link usable for that hold.
    init(_ source: PageSource, token: String, hold: String? = nil) throws {
        self.source = source
        let link = try source.links.require(token: token)
        self.link = link
        try link.checkUsable(for: hold.flatMap { try source.links.hold($0) }, at: source.now)
        calendar = try source.reading.calendar(of: link.providerId)
    }

    /// What was typed and what of it failed.
    struct Form {
        var values: [String: String] = [:]
        var errors: Set<String> = []
        /// Said at the top without a field.
        var message: String?
    }

    private var frame: PageFrame {
        PageFrame(language: words.code, title: words.summary(with: provider),
                  description: "\(provider) · \(words.calendar.length(link.durationMinutes))")
    }
    private func problems(_ form: Form, _ fields: [String]) -> [(field: String, text: String)] {
        (form.message.map { [("", $0)] } ?? []) + fields.filter(form.errors.contains).map { ($0, words.problem($0)) }
    }

    private var facts: Markup {
        let settings = calendar.settings
        let place: Markup = settings.location.isEmpty ? .empty : "<dt>\(words.place)</dt><dd><bdi>\(settings.location)</bdi></dd>"
        let deposit: Markup = link.deposit.map { "<dt>\(words.depositLabel)</dt><dd>\(words.calendar.money($0))</dd>" } ?? .empty
        let policy = words.generalPolicy(cancelMinutes: settings.policy.cancelMinutes, rescheduleMinutes: settings.policy.rescheduleMinutes,
                                         moves: settings.policy.reschedulesMax)
        return """
            <dl><dt>\(source.host)</dt><dd><bdi>\(provider)</bdi></dd><dt>\(source.subject)</dt><dd><bdi>\(Markup.lines(link.description))\
            </bdi></dd>
            <dt>\(words.length)</dt><dd>\(words.calendar.length(link.durationMinutes))</dd><dt>\(words.zone)</dt><dd>\
            <bdi>\(calendar.timezone)</bdi></dd>\(place)\(deposit)
            <dt>\(words.policyTitle)</dt><dd>\(policy)</dd></dl>
            """
    }

    // MARK: - Choosing

    func week(from: String? = nil, _ form: Form = Form()) throws -> Markup {
        let own = Set(try source.links.liveHolds(of: link.id).map { SlotClaimStore.holder(hold: $0.id) })
        let week = WeekForm(source: source, calendar: calendar, durationMinutes: link.durationMinutes, own: own, action: "\(path)/hold",
                            here: path, button: words.hold, error: form.errors.contains("startsAt") ? words.problem("startsAt") : nil)
        let fields = ["startsAt", names.customerName, names.customerEmail, "from", "to"]
        return frame.page("""
            <h1>\(frame.title)</h1>\(PageFrame.alert(words.errorsTitle, problems(form, fields)))\(facts)
            <h2>\(words.chooseTime)</h2>\(try week.markup(from: from))
            \(try waiting(form))
            """)
    }

    private func waiting(_ form: Form) throws -> Markup {
        if let entry = try source.waitlist.live(of: link.id) {
            // An entry with an offer waits no more, but keeps its place among those who joined before it.
            let ahead = try source.waitlist.waiting(for: link.providerId).count(where: { $0.id < entry.id })
            return "<h2>\(words.waitTitle)</h2><p class=\"note\" role=\"status\">\(words.position(ahead + 1)) (\(words.waiting))</p>"
        }
        let today = source.reading.today(calendar)
        let last = today.adding(days: calendar.settings.horizonDays)
        func error(_ field: String) -> String? { form.errors.contains(field) ? words.problem(field) : nil }
        let values = KeptValues.of(form.values, [names.customerName, names.customerEmail, "from", "to"],
                                   bytesMax: KeptValues.bytesMaxBesideWeek)
        let fields = [
            PageField(name: names.customerName, label: words.name, value: values[names.customerName] ?? "", autocomplete: "name",
                      isRequired: true, error: error(names.customerName)),
            PageField(name: names.customerEmail, label: words.email, kind: .email, value: values[names.customerEmail] ?? "",
                      autocomplete: "email", isRequired: true, error: error(names.customerEmail)),
            PageField(name: "from", label: words.from, kind: .date, value: values["from"] ?? today.description, error: error("from"),
                      least: today.description, most: last.description),
            PageField(name: "to", label: words.to, kind: .date, value: values["to"] ?? last.description, error: error("to"),
                      least: today.description, most: last.description),
        ]
        return """
            <h2 id="waitlist">\(words.waitTitle)</h2><p>\(words.waitHint)</p>
            <form method="post" action="\(source.address("\(path)/waitlist"))">\(fields.map(\.markup))<button type="submit" \
            class="quiet">\(words.wait)</button></form>
            """
    }

    // MARK: - Filling in

    /// Nil: the hold is over or somebody else's.
    /// - Parameter wasRefused: the form comes back. A hold that ended meanwhile still does while its time is free, because
    ///   booking tries that time again.
    func details(hold id: String, _ form: Form = Form(), wasRefused: Bool = false) throws -> Markup? {
        guard let hold = try source.links.hold(id), hold.linkId == link.id else { return nil }
        let isLive = hold.isLive(at: source.now)
        guard try isLive || wasRefused && isFree(hold.slot.start) else { return nil }
        let zone = calendar.zone
        let date = words.calendar.fullDay(zone.local(hold.slot.start).date)
        var form = form
        form.values = KeptValues.of(form.values, detailNames, bytesMax: KeptValues.bytesMax)
        let promise: Markup = isLive ? "<br>\n\(heldUntil(hold.expiresAt))" : .empty
        return frame.page("""
            <h1>\(words.detailsTitle)</h1>\(PageFrame.alert(words.errorsTitle, problems(form, detailNames)))
            <p class="note">\(date), \(ClockText.spoken(hold.slot, zone)) · \(provider)\(promise)</p>
            <form method="post" action="\(source.address(path))"><input type="hidden" name="holdId" value="\(hold.id)">
            \(detailFields(form).map(\.markup))<div class="actions"><button type="submit">\(words.book)</button>
            <a class="button quiet" href="\(source.address(path))">\(words.otherTime)</a></div></form>
            """)
    }

    /// With its day, if it is not today.
    private func heldUntil(_ end: Timestamp) -> Markup {
        let zone = calendar.zone, isToday = zone.local(end).date == source.reading.today(calendar)
        let text = isToday ? ClockText.spoken(end, zone) : words.calendar.moment(end, zone)
        return """
            \(isToday ? words.heldUntil : words.heldUntilDay) <time datetime="\(end.wholeSeconds.description)">\(text)</time>.
            """
    }

    /// The day of a hold of this link: the week of other times begins with it.
    func day(hold id: String?) throws -> String? {
        guard let id, let hold = try source.links.hold(id), hold.linkId == link.id else { return nil }
        return calendar.zone.local(hold.slot.start).date.description
    }

    private func isFree(_ start: Timestamp) throws -> Bool {
        let own = Set(try source.links.liveHolds(of: link.id).map { SlotClaimStore.holder(hold: $0.id) })
        let taking = SlotTaking(reading: source.reading, calendar: calendar, durationMinutes: link.durationMinutes, party: .guest, own: own)
        do { _ = try taking.check(start) } catch is Rejection { return false }
        return true
    }

    private var detailNames: [String] {
        [names.customerName, names.customerEmail, names.document, names.customerPhone] + source.settings.extraFields.map(\.path) + ["notes"]
    }
    /// What this app asks besides.
    private func extraFields(_ form: Form) -> [PageField] {
        source.settings.extraFields.map { extra in
            let kind: PageField.Kind = switch extra.type {
            case .text, .number: .text
            case .lines: .lines
            case .choice: .choice(extra.choices)
            }
            return PageField(name: extra.path, label: extra.label(in: words.code), kind: kind, value: form.values[extra.path] ?? "",
                             isRequired: extra.required, error: form.errors.contains(extra.path) ? words.problem(extra.path) : nil)
        }
    }
    private func detailFields(_ form: Form) -> [PageField] {
        func field(_ name: String, _ label: String, _ kind: PageField.Kind, hint: String = "", autocomplete: String = "",
                   isRequired: Bool = false) -> PageField {
            PageField(name: name, label: label, kind: kind, value: form.values[name] ?? "", hint: hint, autocomplete: autocomplete,
                      isRequired: isRequired, error: form.errors.contains(name) ? words.problem(name) : nil)
        }
        let kind = calendar.settings.customerDocument
        let document = kind == .none ? [] : [field(names.document, words.document, .text, hint: words.documentHint(kind), isRequired: true)]
        return [
            field(names.customerName, words.name, .text, autocomplete: "name", isRequired: true),
            field(names.customerEmail, words.email, .email, autocomplete: "email", isRequired: true),
        ] + document + [
            field(names.customerPhone, words.phone, .phone, hint: words.phoneHint, autocomplete: "tel"),
        ] + extraFields(form) + [field("notes", words.notes, .lines, hint: words.notesHint)]
    }
}
