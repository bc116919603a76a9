import Kernel
import SchedulingKit
import ServiceKit

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
