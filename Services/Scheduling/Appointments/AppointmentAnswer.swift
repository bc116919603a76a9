import Contracts
import Kernel

extension JSONValue {
    static func time(_ instant: Timestamp) -> JSONValue { .string(instant.wholeSeconds.description) }
    static func time(_ instant: Timestamp?) -> JSONValue { instant.map { .time($0) } ?? .null }
    static func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
    /// Whose calendar: a number where the tenant counts its users.
    static func artist(_ id: User.ID) -> JSONValue { Int(id.rawValue).map { .int($0) } ?? .string(id.rawValue) }
    static func money(_ money: Money) -> JSONValue { ["amount": .int(money.amount), "currency": .string(money.currency.code)] }
}

/// An appointment as its artist and its client see it.
struct AppointmentAnswer {
    let appointment: Appointment
    let zone: TimeZoneRules
    let photos: JSONValue
    init(_ appointment: Appointment, photos: JSONValue = []) throws {
        (self.appointment, self.photos) = (appointment, photos)
        zone = try TimeZoneRules.named(appointment.timezone)
    }

    private var times: [String: JSONValue] {
        let a = appointment
        return [
            "appointmentDate": .string(zone.local(a.slot.start).date.description), "startTime": .string(SlotAnswer.clock(a.slot.start, zone)),
            "endTime": .string(SlotAnswer.clock(a.slot.end, zone)), "durationMinutes": .int(a.durationMinutes), "startsAt": .time(a.slot.start),
            "endsAt": .time(a.slot.end), "timezone": .string(a.timezone), "status": .string(a.status.name), "sequence": .int(a.sequence),
            "cancellableUntil": .time(a.cancellableUntil), "reschedulableUntil": .time(a.reschedulableUntil), "id": .int(a.id),
            "clientName": .string(a.client.name), "clientEmail": .string(a.client.email), "tattooDescription": .string(a.description), "photos": photos,
        ]
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

    /// For the artist. `history` only where one is asked for.
    func forArtist(history: [AppointmentHistory]? = nil) -> JSONValue {
        let a = appointment
        var members = times
        var party: String?, reason: String?
        if case .cancelled(let by, let text) = a.status { (party, reason) = (by.rawValue, text) }
        members["clientDni"] = .string(a.client.document)
        members["clientPhone"] = .string(a.client.phone)
        members["createdAt"] = .time(a.createdAt)
        members["updatedAt"] = .time(a.updatedAt)
        members["artistId"] = .artist(a.artistId)
        members["bookingLinkId"] = a.linkId.map { .int($0) } ?? .null
        members["source"] = .string(a.source.rawValue)
        members["rescheduleCount"] = .int(a.rescheduleCount)
        members["cancelledBy"] = .text(party)
        members["cancelReason"] = .text(reason)
        members["deposit"] = deposit(isPublic: false)
        members["artistNotes"] = .string(a.artistNotes)
        if let history { members["history"] = .array(history.map(Self.step)) }
        return .object(members)
    }
    private static func step(_ step: AppointmentHistory) -> JSONValue {
        var members: [String: JSONValue] = ["at": .time(step.at), "by": .string(step.by.rawValue), "what": .string(step.what.rawValue)]
        if let from = step.from { members["from"] = .time(from) }
        if let to = step.to { members["to"] = .time(to) }
        return .object(members)
    }

    /// For the client, who holds the manage token.
    func forClient(artistName: String, location: String, basePath: String) -> JSONValue {
        let a = appointment
        var members = times
        members["artistName"] = .string(artistName)
        members["clientDni"] = .string(IdentityDocument.masked(a.client.document))
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
    var facts: AppointmentFacts { facts(clientRef: "") }
    func facts(clientRef: String) -> AppointmentFacts {
        AppointmentFacts(appointmentId: AppointmentID(String(id)), artistId: artistId, linkId: linkId.map { BookingLinkID(String($0)) }, startsAt: slot.start,
                         endsAt: slot.end, durationMinutes: durationMinutes, timezone: timezone, source: source.rawValue, sequence: sequence,
                         clientRef: clientRef, depositAmount: deposit?.amount.amount)
    }
}
