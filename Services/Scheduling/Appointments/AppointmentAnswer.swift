import Contracts
import Kernel
import SchedulingKit

/// An appointment as its provider and its customer see it.
struct AppointmentAnswer {
    let appointment: Appointment
    let zone: TimeZoneRules
    let photos: JSONValue
    let names: BookingNames
    init(_ appointment: Appointment, photos: JSONValue = [], _ names: BookingNames) throws {
        (self.appointment, self.photos, self.names) = (appointment, photos, names)
        zone = try TimeZoneRules.named(appointment.timezone)
    }

    private var times: [String: JSONValue] {
        let a = appointment
        var members: [String: JSONValue] = [
            "appointmentDate": .string(zone.local(a.slot.start).date.description),
            "startTime": .string(SlotAnswer.clock(a.slot.start, zone)),
            "endTime": .string(SlotAnswer.clock(a.slot.end, zone)), "durationMinutes": .int(a.durationMinutes),
            "startsAt": .time(a.slot.start),
            "endsAt": .time(a.slot.end), "timezone": .string(a.timezone), "status": .string(a.status.name), "sequence": .int(a.sequence),
            "cancellableUntil": .time(a.cancellableUntil), "reschedulableUntil": .time(a.reschedulableUntil), "id": .int(a.id),
            names.customerName: .string(a.customer.name), names.customerEmail: .string(a.customer.email),
            names.description: .string(a.description), "photos": photos,
        ]
        if !a.extraFields.isEmpty { members[ExtraField.member] = .object(a.extraFields) }
        return members
    }
    private func deposit(isPublic: Bool) -> JSONValue {
        guard let deposit = appointment.deposit else { return .null }
        var members: [String: JSONValue] = [
            "amount": .money(deposit.amount), "status": .string(deposit.status.rawValue), "paymentId": .string(deposit.paymentId.rawValue),
            "dueAt": .time(deposit.dueAt),
        ]
        if isPublic {
            members["clientSecret"] = .string(deposit.clientSecret)
            members["payUrl"] = .string("\(appointment.root)/pay/\(deposit.clientSecret)")
        }
        return .object(members)
    }

    /// For the provider. `history` only where one is asked for.
    func forProvider(history: [AppointmentHistory]? = nil) -> JSONValue {
        let a = appointment
        var members = times
        var party: String?, reason: String?
        if case .cancelled(let by, let text) = a.status {
            (party, reason) = (names.party(by), by == .system ? text.map(names.systemReason) : text)
        }
        members[names.document] = .string(a.customer.document)
        members[names.customerPhone] = .string(a.customer.phone)
        members["createdAt"] = .time(a.createdAt)
        members["updatedAt"] = .time(a.updatedAt)
        members[names.providerId] = .provider(a.providerId)
        members["bookingLinkId"] = a.linkId.map { .int($0) } ?? .null
        members["source"] = .string(names.source(a.source))
        members["rescheduleCount"] = .int(a.rescheduleCount)
        members["cancelledBy"] = .text(party)
        members["cancelReason"] = .text(reason)
        members["deposit"] = deposit(isPublic: false)
        members[names.providerNotes] = .string(a.providerNotes)
        if let history { members["history"] = .array(history.map(step)) }
        return .object(members)
    }
    private func step(_ step: AppointmentHistory) -> JSONValue {
        var members: [String: JSONValue] = ["at": .time(step.at), "by": .string(names.party(step.by)), "what": .string(step.what.rawValue)]
        if let from = step.from { members["from"] = .time(from) }
        if let to = step.to { members["to"] = .time(to) }
        return .object(members)
    }

    /// For the customer, who holds the manage token.
    func forCustomer(providerName: String, location: String, basePath: String) -> JSONValue {
        let a = appointment
        var members = times
        members[names.providerName] = .string(providerName)
        members[names.document] = .string(IdentityDocument.masked(a.customer.document))
        members["location"] = .string(location)
        members["reschedulesLeft"] = .int(a.reschedulesLeft)
        members["deposit"] = deposit(isPublic: true)
        members["manageToken"] = .string(a.manageToken)
        members["manageUrl"] = .string(a.manageURL)
        members["icsUrl"] = .string("\(a.root)\(basePath)/booking/appointments/\(a.manageToken)/calendar.ics")
        return .object(members)
    }
}

extension Appointment {
    var manageURL: String { "\(root)/appointment/\(manageToken)" }
    var facts: AppointmentFacts { facts(customerRef: "") }
    func facts(customerRef: String) -> AppointmentFacts {
        AppointmentFacts(appointmentId: AppointmentID(String(id)), providerId: providerId, linkId: linkId.map { BookingLinkID(String($0)) },
                         startsAt: slot.start,
                         endsAt: slot.end, durationMinutes: durationMinutes, timezone: timezone, source: source.name, sequence: sequence,
                         customerRef: customerRef, depositAmount: deposit?.amount.amount)
    }
}
