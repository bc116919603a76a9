import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// Appointments of a provider, or of all for a studio. Without a wish: what is ahead.
public struct AppointmentsOfProvider: Query, HasFormerNames {
    public static let type: MessageType = "scheduling.appointments-of-provider.v1"
    public static let formerFields = BookingNames.providerFields
    public let providerId: String?
    public let from: String?
    public let to: String?
    /// Names with commas.
    public let status: String?
    public let search: String?
    public let updatedSince: String?
    public let group: String?
    public let page: Int?
    public let perPage: Int?
    private static let statuses = ["pending", "confirmed", "completed", "cancelled", "no_show"]
    private static let searchScalarsMin = 2

    public func answer(in view: SchedulingView) throws -> SecretAnswer {
        var check = Validation()
        let request = PageRequest(page: page, perPage: perPage, &check)
        let wish = wish(&check)
        let owner = try view.calendarOwnerOrAll(named: providerId, form: check)
        var filter = try filter(wish, owner, in: view)
        let closed = try view.calendars.closed()
        filter.hidden = (closed, try view.settings.nameOfErased(in: view.definition))
        let found = try view.appointments.page(filter, offset: request.offset, limit: request.perPage)
        let items = try found.appointments.map { appointment in
            try AppointmentAnswer(appointment, photos: closed.contains(appointment.providerId)
                ? [] : view.photoList.forProvider(.appointment(appointment.id)), view.names)
        }
        let page = Page(group == "date" ? Self.byDate(items) : items.map { $0.forProvider() }, request, total: found.total)
        return SecretAnswer(try JSONValue(encoding: page), cacheControl: SecretAnswer.revalidated)
    }

    /// What is asked for, read from the request alone.
    private struct Wish {
        let first, last: CalendarDate?
        let statuses: [String]?
        let since: Timestamp?
    }
    private func wish(_ check: inout Validation) -> Wish {
        let first = DateRange.date("from", from, &check), last = DateRange.date("to", to, &check)
        if let first, let last { check.require(first <= last, "to", "is before from") }
        let wanted = status?.split(separator: ",").map { String($0).trimmed }
        if let wanted {
            check.require(!wanted.isEmpty && wanted.allSatisfy(Self.statuses.contains), "status",
                          "must be of \(Self.statuses.joined(separator: ", "))")
        }
        let since = updatedSince.flatMap { Timestamp($0.trimmed.replacing(" ", with: "+")) }
        check.require(updatedSince == nil || since != nil, "updatedSince", "is not a time (RFC 3339)")
        check.require(group == nil || group == "date", "group", "must be date")
        if let search {
            check.require(search.trimmed.unicodeScalars.count >= Self.searchScalarsMin, "search", "must have at least 2 characters")
        }
        return Wish(first: first, last: last, statuses: wanted, since: since)
    }
    private func filter(_ wish: Wish, _ owner: User.ID?, in view: SchedulingView) throws -> AppointmentStore.Filter {
        var filter = AppointmentStore.Filter(provider: owner, statuses: wish.statuses, updatedSince: wish.since)
        filter.from = try wish.first.map { try beginning(of: $0, for: owner, in: view) }
        filter.until = try wish.last.map { try beginning(of: $0.adding(days: 1), for: owner, in: view) }
        filter.search = search?.trimmed.lowercased()
        if wish.first == nil, wish.last == nil, wish.statuses == nil, wish.since == nil {
            filter.endsAfter = view.now
            filter.statuses = ["pending", "confirmed"]
        }
        return filter
    }
    /// In the zone of the provider, or of each if all are asked for.
    private func beginning(of day: CalendarDate, for owner: User.ID?, in view: SchedulingView) throws -> AppointmentStore.Filter.Limit {
        if let owner { return .init(usual: try view.reading.calendar(of: owner).zone.startOfDay(day)) }
        let others = try view.calendars.timezones().filter { $0.name != view.definition.timezone }
        return .init(usual: try TimeZoneRules.named(view.definition.timezone).startOfDay(day),
                     others: try others.map { ($0.provider, try TimeZoneRules.named($0.name).startOfDay(day)) })
    }

    /// Sorted by date: calendars of several zones have several dates at once.
    private static func byDate(_ items: [AppointmentAnswer]) -> [JSONValue] {
        Dictionary(grouping: items) { $0.zone.local($0.appointment.slot.start).date }.sorted { $0.key < $1.key }.map { date, items in
            ["date": .string(date.description), "appointments": .array(items.map { $0.forProvider() })]
        }
    }
}

/// One appointment with what happened to it.
public struct AppointmentDetails: Query, HasFormerNames {
    public static let type: MessageType = "scheduling.appointment-details.v1"
    public static let formerFields = BookingNames.providerFields
    public let appointmentId: PathNumber
    public let providerId: String?

    public func answer(in view: SchedulingView) throws -> SecretAnswer {
        // Numbers are counted per tenant, so a studio need not say whose appointment it is.
        let owner = try view.calendarOwnerOrAll(named: providerId)
        let id = try appointmentId.number()
        guard let appointment = try view.appointments.find(id), owner == nil || appointment.providerId == owner else {
            throw Rejection.notFound
        }
        let isClosed = try view.calendars.find(appointment.providerId)?.isClosed == true
        // Only the customer may still read it; other readers must not learn who the customer was.
        let shown = isClosed ? appointment.withoutCustomer(named: try view.settings.nameOfErased(in: view.definition)) : appointment
        let answer = try AppointmentAnswer(shown, photos: isClosed ? [] : view.photoList.forProvider(.appointment(id)), view.names)
        return SecretAnswer(answer.forProvider(history: try view.appointments.history(of: id)), cacheControl: SecretAnswer.revalidated)
    }
}

/// An appointment for its customer.
public struct AppointmentForCustomer: Query {
    public static let type: MessageType = "scheduling.appointment-for-customer.v1"
    public let manageToken: String

    public func answer(in view: SchedulingView) throws -> SecretAnswer {
        let appointment = try view.appointments.require(manageToken: manageToken, at: view.now)
        let calendar = try view.reading.calendar(of: appointment.providerId)
        let answer = try AppointmentAnswer(appointment, photos: view.photoList.forCustomer(appointment), view.names)
        return SecretAnswer(answer.forCustomer(providerName: calendar.record.name, location: calendar.settings.location,
                                               basePath: view.basePath))
    }
}

/// Where an appointment could move: its own time does not count as taken.
public struct SlotsForMove: Query {
    public static let type: MessageType = "scheduling.slots-for-move.v1"
    public let manageToken: String
    public let from: String?
    public let to: String?

    public func answer(in view: SchedulingView) throws -> JSONValue {
        let appointment = try appointment(view)
        let calendar = try view.reading.calendar(of: appointment.providerId)
        return try GuestSlots(view: view).list(calendar, durationMinutes: appointment.durationMinutes, from: from, to: to,
                                               own: [SlotClaimStore.holder(appointment: appointment.id)])
    }
    /// Days that are wrong in every calendar are refused before an appointment that is not there.
    private func appointment(_ view: SchedulingView) throws -> Appointment {
        do { return try view.appointments.require(manageToken: manageToken, at: view.now) } catch let refusal as Rejection {
            _ = try SlotRange.read(from: from, to: to, today: TimeZoneRules.named(view.definition.timezone).local(view.now).date)
            throw refusal
        }
    }
}

/// The customer's calendar file.
public struct AppointmentInvite: Query {
    public static let type: MessageType = "scheduling.appointment-invite.v1"
    public let manageToken: String

    public func answer(in view: SchedulingView) throws -> Binary {
        let appointment = try view.appointments.require(manageToken: manageToken, at: view.now)
        let method: AppointmentCalendarFile.Method
        switch appointment.status {
        case .pending: throw Rejection.invalidTransition(appointment)
        case .cancelled: method = .cancel
        case .confirmed, .completed, .noShow: method = .request
        }
        let calendar = try view.reading.calendar(of: appointment.providerId)
        let file = try CalendarFiles(definition: view.definition).invite(appointment, method: method, calendar)
        return Binary(Array(file.text.utf8), contentType: "text/calendar; charset=utf-8; method=\(method.rawValue)",
                      cacheControl: "no-store")
    }
}
