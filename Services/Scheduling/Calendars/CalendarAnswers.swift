import Kernel

extension WorkingHours {
    var json: JSONValue {
        ["id": .int(id), "dayOfWeek": .int(dayOfWeek), "startTime": .string(ClockText.text(startMinute)),
         "endTime": .string(ClockText.text(endMinute)), "isActive": .bool(isActive)]
    }
}
extension ScheduleOverride {
    /// `conflicts`: numbers of the appointments it touches.
    func json(conflicts: [Int]) -> JSONValue {
        ["id": .int(id), "startDate": .string(startDate.description), "endDate": .string(endDate.description), "kind": .string(kind.name),
         "startTime": .text(kind.minutes.map { ClockText.text($0.lowerBound) }),
         "endTime": .text(kind.minutes.map { ClockText.text($0.upperBound) }),
         "reason": .string(reason), "conflicts": .array(conflicts.map { .int($0) })]
    }
}
extension BookingLink {
    func json(_ names: BookingNames, at now: Timestamp, photos: JSONValue = []) -> JSONValue {
        ["id": .int(id), "token": .string(token), "bookingUrl": .string(url), "expiresAt": .time(expiresAt),
         names.description: .string(description),
         "durationMinutes": .int(durationMinutes), "status": .string(status(at: now).rawValue), "createdAt": .time(createdAt),
         names.providerId: .provider(providerId),
         "appointmentId": appointmentId.map { .int($0) } ?? .null, "deposit": deposit.map { .money($0) } ?? .null, "photos": photos]
    }
}
extension SlotHold {
    func json(_ zone: TimeZoneRules) -> JSONValue {
        ["id": .string(id), "startsAt": .time(slot.start), "endsAt": .time(slot.end),
         "startTime": .string(SlotAnswer.clock(slot.start, zone)),
         "endTime": .string(SlotAnswer.clock(slot.end, zone)), "expiresAt": .time(expiresAt)]
    }
}
extension WaitlistEntry {
    /// For the provider.
    func json(_ names: BookingNames) -> JSONValue {
        ["id": .int(id), "bookingLinkId": .int(linkId), names.providerId: .provider(providerId), names.customerName: .string(customerName),
         names.customerEmail: .string(customerEmail),
         "from": .string(from.description), "to": .string(to.description), "status": .string(state.rawValue), "createdAt": .time(createdAt)]
    }
}
extension CalendarSettings {
    func answer(_ names: BookingNames, timezone: String) -> JSONValue {
        let named = json.map { (names.setting($0.key), $0.value) } + [("timezone", .string(timezone))]
        return .object(Dictionary(named) { $1 })
    }
}
