import Contracts
import Kernel
import SchedulingKit

/// What people hear about an appointment: the customer by their contact, the provider by their account.
struct AppointmentMessages {
    let tx: SchedulingTransaction

    enum Template: String {
        case confirmed = "appointment-confirmed", depositRequested = "deposit-requested", rescheduled = "appointment-rescheduled"
        case cancelled = "appointment-cancelled", depositExpired = "deposit-expired", depositRefunded = "deposit-refunded"
        case reminder = "appointment-reminder", waitlistOffer = "waitlist-offer"
    }
    // MARK: - The customer

    /// A customer without an e-mail address gets nothing, not even by telephone.
    /// One message per appointment, template, sequence and `mark`.
    func notifyCustomer(_ appointment: Appointment, _ template: Template, invite: AppointmentCalendarFile.Method? = nil,
                        phone: String? = nil, mark: String = "") throws {
        let email = appointment.customer.email
        guard !email.isEmpty else { return }
        var attachments: [SendToContact.Attachment] = []
        if let invite {
            let file = try file(appointment, invite)
            attachments =
                [.init(filename: "invite.ics", contentType: "text/calendar; charset=utf-8; method=\(invite.rawValue)", content: file.text)]
        }
        let params = try facts(appointment, language: appointment.locale).merging(keys(of: appointment)) { $1 }
        let contact = SendToContact.Contact(email: email, phone: phone, name: appointment.customer.name)
        try tx.send(SendToContact(to: contact, template: template.rawValue, locale: appointment.locale, params: params,
                                  attachments: attachments,
                                  dedupKey: "appointment/\(appointment.id)/\(template.rawValue)/\(appointment.sequence)\(mark)",
                                  timezone: appointment.timezone, names: CustomerErasure.name(of: appointment)))
    }
    func offer(_ entry: WaitlistEntry, _ hold: SlotHold, link: BookingLink, _ calendar: ProviderCalendar) throws {
        // Not the language of the request: it is that of the person who freed the time.
        let language = tx.ownLanguage(link.locale)
        let words = CalendarWords(language: language)
        let local = calendar.zone.local(hold.slot.start)
        let url = "\(link.url)?hold=\(hold.id)"
        let params: [String: JSONValue] = [
            tx.names.customer: ["name": .string(entry.customerName)], tx.names.provider: ["name": .string(calendar.record.name)],
            "date": .string(words.fullDay(local.date)),
            "start": .string(ClockText.spoken(hold.slot.start, calendar.zone)),
            "end": .string(ClockText.spoken(hold.slot.end, calendar.zone)),
            "until": .string(words.moment(hold.expiresAt, calendar.zone)), "url": .string(url), "manageUrl": .string(url),
        ]
        try tx.send(SendToContact(to: .init(email: entry.customerEmail, name: entry.customerName),
                                  template: Template.waitlistOffer.rawValue, locale: language,
                                  params: params, dedupKey: "hold/\(hold.id)/offer", timezone: calendar.timezone,
                                  names: CustomerErasure.name(of: entry)))
    }

    // MARK: - The provider

    enum Notice {
        case booked, rescheduled, cancelled, reminder, depositExpired, depositRefunded, refundFailed, waitlistBooked

        /// The type of the notification in the tenant file.
        func kind(_ names: BookingNames) -> String {
            switch self {
            case .booked: "appointment-new"
            case .rescheduled: "appointment-moved-by-\(names.customer)"
            case .cancelled: "appointment-cancelled-by-\(names.customer)"
            case .reminder: "\(names.provider)-reminder"
            case .depositExpired: "booking-expired"
            case .depositRefunded: "booking-refunded"
            case .refundFailed: "booking-refund-failed"
            case .waitlistBooked: "waitlist-booked"
            }
        }
    }
    func notifyProvider(of appointment: Appointment, _ notice: Notice, mark: String = "", offset: String? = nil) throws {
        var facts = try factsInAllLanguages(appointment)
        facts["appointmentId"] = .string(String(appointment.id))
        if let offset { facts["offset"] = .string(offset) }
        let kind = notice.kind(tx.names)
        facts["what"] = .string(kind)
        try tx.send(Notify(kind: kind, recipientId: appointment.providerId, at: tx.now, about: "appointments/\(appointment.id)",
                           dedupeKey: "appointment/\(appointment.id)/\(kind)/\(appointment.sequence)\(mark)", facts: facts,
                           names: CustomerErasure.name(of: appointment)))
    }

    // MARK: - Words

    /// Notifications knows the language of the provider's account, so the words of each language of the app go along.
    private func factsInAllLanguages(_ appointment: Appointment) throws -> [String: JSONValue] {
        let languages = tx.definition.languages
        let first = try facts(appointment, language: languages.first ?? "en")
        let others = try languages.dropFirst().map { language in
            (language, JSONValue.object(try facts(appointment, language: language).filter { first[$0.key] != $0.value }))
        }
        guard !others.isEmpty else { return first }
        return first.merging([Notify.wordsByLanguage: .object(Dictionary(others) { $1 })]) { $1 }
    }
    private func facts(_ appointment: Appointment, language: String) throws -> [String: JSONValue] {
        let zone = try TimeZoneRules.named(appointment.timezone)
        let words = CalendarWords(language: language)
        let calendar = try tx.reading.calendar(of: appointment.providerId)
        let date = zone.local(appointment.slot.start).date
        var facts: [String: JSONValue] = [
            tx.names.customer: ["name": .string(appointment.customer.name)],
            tx.names.provider: ["name": .string(calendar.providerName(words))],
            "appointment": ["id": .string(String(appointment.id)), "start": .time(appointment.slot.start)],
            "description": .string(appointment.description),
            "weekday": .string(words.weekday(date)), "date": .string(words.day(date)),
            "start": .string(ClockText.spoken(appointment.slot.start, zone)),
            "end": .string(ClockText.spoken(appointment.slot.end, zone)), "location": .string(calendar.settings.location),
        ]
        if !appointment.extraFields.isEmpty {
            facts[ExtraField.member] = .object(appointment.extraFields.mapValues { .string(ExtraField.text($0)) })
        }
        if let deposit = appointment.deposit {
            facts["deposit"] = .string(words.money(deposit.paid))
            facts["due"] = .string(words.moment(deposit.dueAt, zone))
        }
        let sentences = try followUp(of: appointment, PageWords.of(language))
        facts.merge(sentences) { $1 }
        return facts
    }
    /// Addresses that let their reader act as the customer: the provider's notifications do not have them.
    private func keys(of appointment: Appointment) -> [String: JSONValue] {
        var keys: [String: JSONValue] = ["manageUrl": .string(appointment.manageURL)]
        if let deposit = appointment.deposit { keys["payUrl"] = .string("\(appointment.root)/pay/\(deposit.clientSecret)") }
        return keys
    }
    /// Optional parts of a mail: the reason, what happens to the money, and where to book again.
    private func followUp(of appointment: Appointment, _ words: PageWords) throws -> [String: JSONValue] {
        guard case .cancelled(let party, let reason) = appointment.status else { return [:] }
        var facts: [String: JSONValue] = [:]
        if party == .provider, let reason { facts["reason"] = .string("\(words.reasonLabel): \(reason)") }
        if let deposit = appointment.deposit, [.refunding, .refunded].contains(deposit.status) {
            let money = deposit.status == .refunding ? deposit.left : deposit.paid
            facts["refund"] =
                .string("\(words.depositLabel) \(words.calendar.money(money)): \(words.depositStatuses[deposit.status.rawValue] ?? "")")
        }
        guard party == .system, let id = appointment.linkId, let link = try tx.links.find(id) else { return facts }
        if link.status(at: tx.now) == .active { facts["bookUrl"] = .string(link.url) } else { facts["bookHint"] = .string(words.expired) }
        return facts
    }
    private func file(_ appointment: Appointment, _ method: AppointmentCalendarFile.Method) throws -> AppointmentCalendarFile {
        let calendar = try tx.reading.calendar(of: appointment.providerId)
        return try CalendarFiles(definition: tx.definition).invite(appointment, method: method, calendar)
    }
}

/// Calendar files in a tenant's words.
package struct CalendarFiles {
    let definition: TenantDefinition
    private let words: AppointmentWords
    private let names: BookingNames
    package init(definition: TenantDefinition) throws {
        self.definition = definition
        names = BookingNames.of(definition)
        words = try CalendarReading.settings(of: definition).appointments
    }
    private func business(_ calendar: ProviderCalendar, language: String) -> AppointmentCalendarFile.Business {
        .init(productId: words.productId, uidHost: words.uidHost ?? definition.hosts.first ?? definition.tenant.rawValue,
              organizerName: calendar.providerName(CalendarWords(language: language)), organizerEmail: words.organizerEmail,
              location: calendar.settings.location)
    }
    func title(_ calendar: ProviderCalendar, language: String) -> String {
        [names.provider, BookingNames.neutral.provider].reduce(AppointmentWords.text(words.title, language)) {
            $0.replacing("{\($1).name}", with: calendar.providerName(CalendarWords(language: language)))
        }
    }
    func invite(_ appointment: Appointment, method: AppointmentCalendarFile.Method,
                _ calendar: ProviderCalendar) throws -> AppointmentCalendarFile {
        let (slot, zone) = (appointment.slot, try TimeZoneRules.named(appointment.timezone))
        // A calendar program shows the hour of its own clock, which is the same for both times of that night.
        let times = zone.isTwice(slot.start) || zone.isTwice(slot.end) ? ClockText.spoken(slot, zone) : nil
        return AppointmentCalendarFile(appointment, method: method, title: title(calendar, language: appointment.locale), times: times,
                                       manageURL: appointment.manageURL, business: business(calendar, language: appointment.locale))
    }
    package func feed(_ appointments: [Appointment], _ calendar: ProviderCalendar, isBusyOnly: Bool) -> AppointmentCalendarFile {
        let language = definition.languages.first ?? "en"
        return AppointmentCalendarFile(feed: appointments, name: calendar.record.name, timezone: calendar.timezone,
                                       busy: isBusyOnly ? AppointmentWords.text(words.busy, language) : nil,
                                       business: business(calendar, language: language))
    }
}
