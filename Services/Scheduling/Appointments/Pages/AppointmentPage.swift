import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// The page of an appointment, for who holds its key.
struct AppointmentPage {
    let source: PageSource
    let appointment: Appointment
    let calendar: ProviderCalendar
    private let zone: TimeZoneRules
    private var words: PageWords { source.words }
    private var path: String { "/appointment/\(appointment.manageToken)" }

    /// Throws 404 or 410 as the API does.
    init(_ source: PageSource, manageToken: String) throws {
        self.source = source
        appointment = try source.appointments.require(manageToken: manageToken, at: source.now)
        calendar = try source.reading.calendar(of: appointment.providerId)
        zone = try TimeZoneRules.named(appointment.timezone)
    }

    private var provider: String { calendar.providerName(words.calendar) }
    private var frame: PageFrame {
        PageFrame(language: words.code, title: "\(words.appointmentTitle) · \(provider)",
                  description: "\(provider) · \(words.calendar.length(appointment.durationMinutes))")
    }
    private var time: Markup {
        let start = appointment.slot.start
        return """
            <time datetime="\(start.wholeSeconds.description)">\(words.calendar.moment(start, zone))\
            </time>–\(ClockText.spoken(appointment.slot.end, zone)) <bdi>(\(appointment.timezone))</bdi>
            """
    }
    private var facts: Markup {
        let place: Markup = calendar.settings.location.isEmpty
            ? .empty : "<dt>\(words.place)</dt><dd><bdi>\(calendar.settings.location)</bdi></dd>"
        return """
            <dl><dt>\(words.status)</dt><dd><strong>\(words.statusText(appointment))</strong></dd>\(reason)<dt>\(words.when)</dt>\
            <dd>\(time)</dd>
            <dt>\(source.host)</dt><dd><bdi>\(provider)</bdi></dd><dt>\(source.subject)</dt><dd>\
            <bdi>\(Markup.lines(appointment.description))</bdi></dd>\(extraFields)
            <dt>\(words.length)</dt><dd>\(words.calendar.length(appointment.durationMinutes))</dd>\(place)\(deposit)
            <dt>\(words.name)</dt><dd><bdi>\(appointment.customer.name)</bdi></dd><dt>\(words.email)</dt><dd>\
            <bdi>\(appointment.customer.email)</bdi></dd></dl>
            """
    }

    /// What this app asks besides.
    private var extraFields: Markup {
        let given = source.settings.extraFields.map { ($0.label(in: words.code), ExtraField.text(appointment.extraFields[$0.name])) }
            .filter { !$0.1.isEmpty }
        return given.isEmpty
            ? .empty : "\(given.map { label, text -> Markup in "<dt>\(label)</dt><dd><bdi>\(Markup.lines(text))</bdi></dd>" })"
    }
    /// The reason of the cancellation, if there is one.
    private var reason: Markup {
        guard case .cancelled(let party, let text?) = appointment.status else { return .empty }
        let stated: Markup = party == .system ? "\(words.reason(text))" : Markup.lines(text)
        return "<dt>\(words.reasonLabel)</dt><dd><bdi>\(stated)</bdi></dd>"
    }
    /// The amount, its status and its deadline.
    private var deposit: Markup {
        guard let deposit = appointment.deposit else { return .empty }
        let status = words.depositStatuses[deposit.status.rawValue] ?? deposit.status.rawValue
        let amount: Markup = "<dt>\(words.depositLabel)</dt><dd>\(words.calendar.money(deposit.amount)) (\(status))</dd>"
        guard appointment.status == .pending else { return amount }
        let due = deposit.dueAt.wholeSeconds.description
        return """
            \(amount)<dt>\(words.payUntil)</dt><dd><time datetime=\"\(due)\">\(words.calendar.moment(deposit.dueAt, zone))</time> \
            <bdi>(\(appointment.timezone))</bdi></dd>
            """
    }

    // MARK: - Pages

    /// - Parameter photoError: what is wrong with the picture that was sent.
    func overview(message: String? = nil, photoError: String? = nil) throws -> Markup {
        let photos = try source.photos.all(of: .appointment(appointment.id))
        // The form may be gone; then the error belongs to the page.
        let photoField = takesMore(than: photos) ? "photo" : ""
        let problems: [(field: String, text: String)] =
            (message.map { [("", $0)] } ?? []) + (photoError.map { [(photoField, $0)] } ?? [])
        return frame.page("""
            <h1>\(words.appointmentTitle)</h1>\(PageFrame.alert(words.errorsTitle, problems))\(facts)\(policy)\(actions)\
            \(pictures(photos, error: photoError))
            """)
    }
    private func takesMore(than photos: [Photo]) -> Bool { appointment.status.isLive && photos.count < Photo.perOwnerMax }
    private func pictures(_ photos: [Photo], error: String?) -> Markup {
        let base = "\(source.rootPath)\(source.basePath)/booking/appointments/\(appointment.manageToken)/photos"
        let shown = photos.enumerated().map { place, photo -> Markup in
            """
                <li><a href=\"\(base)/\(photo.id)\"><img src=\"\(base)/\(photo.id)\" alt=\"\(words.photoText(place + 1))\" width=\"160\" \
                loading=\"lazy\"></a></li>
                """
        }
        let list: Markup = shown.isEmpty ? .empty : "<ul class=\"pictures\">\(shown)</ul>"
        guard takesMore(than: photos) else { return list }
        let marks: Markup = error == nil ? .empty : " aria-describedby=\"photo-error\" aria-invalid=\"true\""
        let errorLine: Markup = error.map { "<p class=\"error\" id=\"photo-error\">\($0)</p>" } ?? .empty
        return """
            <h2>\(words.photoTitle)</h2>\(list)<form method="post" enctype="multipart/form-data" \
            action="\(source.address("\(path)/photos"))">
            <div class="field"><label for="photo">\(words.photoLabel)</label><input type="file" id="photo" name="photo" \
            accept="image/jpeg,image/png,image/webp" required\(marks)>\(errorLine)</div>
            <button type="submit" class="quiet">\(words.photoSend)</button></form>
            """
    }
    private var policy: Markup {
        guard appointment.status.isLive else { return .empty }
        if case .pending = appointment.status {
            let due = appointment.deposit.map { words.calendar.moment($0.dueAt, zone) } ?? ""
            return "<h2>\(words.policyTitle)</h2><p>\(words.pendingPolicy(due: due))</p>"
        }
        let cancel = words.calendar.moment(appointment.cancellableUntil, zone),
            move = words.calendar.moment(appointment.reschedulableUntil, zone)
        return "<h2>\(words.policyTitle)</h2><p>\(words.policy(cancel: cancel, reschedule: move, left: appointment.reschedulesLeft))</p>"
    }
    private var actions: Markup {
        var links: [Markup] = []
        switch appointment.status {
        case .pending:
            if let deposit = appointment.deposit, deposit.status == .due || deposit.status == .preparing, source.now < deposit.dueAt {
                links.append("<a class=\"button\" href=\"\(source.address("/pay/\(deposit.clientSecret)"))\">\(words.pay)</a>")
            }
            links.append("<a class=\"button quiet\" href=\"\(source.address("\(path)/cancel"))\">\(words.cancel)</a>")
        case .confirmed:
            links.append(calendarFile)
            links.append("<a class=\"button quiet\" href=\"\(source.address("\(path)/reschedule"))\">\(words.reschedule)</a>")
            links.append("<a class=\"button quiet\" href=\"\(source.address("\(path)/cancel"))\">\(words.cancel)</a>")
        case .completed, .noShow, .cancelled: links.append(calendarFile)
        }
        return "<div class=\"actions\">\(links)</div>"
    }
    private var calendarFile: Markup {
        let file = "\(source.rootPath)\(source.basePath)/booking/appointments/\(appointment.manageToken)/calendar.ics"
        return "<a class=\"button\" href=\"\(file)\">\(words.addToCalendar)</a>"
    }

    func cancelStep(message: String? = nil, reason: String = "", hasBadReason: Bool = false) -> Markup {
        let field = PageField(name: "reason", label: words.cancelReason, kind: .lines,
                              value: KeptValues.cut(reason, to: KeptValues.bytesMax), error: hasBadReason ? words.problem("reason") : nil)
        let problems: [(field: String, text: String)] =
            (message.map { [("", $0)] } ?? []) + (hasBadReason ? [("reason", words.problem("reason"))] : [])
        return frame.page("""
            <h1>\(words.cancelTitle)</h1>\(PageFrame.alert(words.errorsTitle, problems))<p class="note">\(time) · \
            \(provider)</p>\(policy)
            <form method="post" action="\(source.address("\(path)/cancel"))">\(field.markup)
            <div class="actions"><button type="submit">\(words.cancelNow)</button><a class="button quiet" \
            href="\(source.address(path))">\(words.back)</a></div></form>
            """)
    }

    func rescheduleStep(from: String? = nil, message: String? = nil, isUnchosen: Bool = false) throws -> Markup {
        let week = WeekForm(source: source, calendar: calendar, durationMinutes: appointment.durationMinutes,
                            own: [SlotClaimStore.holder(appointment: appointment.id)],
                            action: "\(path)/reschedule", here: "\(path)/reschedule", button: words.moveHere,
                            error: isUnchosen ? words.problem("startsAt") : nil)
        let problems: [(field: String, text: String)] =
            (message.map { [("", $0)] } ?? []) + (isUnchosen ? [("startsAt", words.problem("startsAt"))] : [])
        return frame.page("""
            <h1>\(words.rescheduleTitle)</h1>\(PageFrame.alert(words.errorsTitle, problems))<p class="note">\(time) · \
            \(provider)</p>\(policy)
            <h2>\(words.chooseTime)</h2>\(zoneOfWeek)\(try week.markup(from: from))
            <p><a href="\(source.address(path))">\(words.back)</a></p>
            """)
    }

    /// An appointment keeps the zone it was booked in; new times are those of the zone where the provider lives now.
    private var zoneOfWeek: Markup {
        calendar.timezone == appointment.timezone ? .empty : "<p class=\"note\">\(words.zone): <bdi>\(calendar.timezone)</bdi></p>"
    }

    /// A refused change as a sentence.
    static func sentence(_ rejection: Rejection, _ words: PageWords) -> String {
        switch rejection.slug {
        case "slot-taken", "slot-unavailable": words.slotGone
        case "notice-too-short": words.tooLate
        case "reschedule-limit": words.tooManyMoves
        case "slot-unchanged": words.sameTime
        case "already-waiting": words.alreadyWaiting
        case "waitlist-full": words.waitlistFull
        default: words.notNow
        }
    }
}
