import Contracts
import Kernel
import ServiceKit

/// The artist sets how the calendar may be booked; keys that are not sent stay.
public struct ChangeSettings: Command {
    public static let type: MessageType = "scheduling.change-settings.v1"
    /// Key → value; unknown keys are left alone.
    public let changes: [String: JSONValue]
    public init(from decoder: any Decoder) throws { changes = try [String: JSONValue](from: decoder) }
    public func encode(to encoder: any Encoder) throws { try changes.encode(to: encoder) }

    public func handle(in tx: SchedulingTransaction) throws -> JSONValue {
        let artist = try tx.artist()
        let (kept, errors) = CalendarSettings.read(changes)
        guard errors.isEmpty else { throw Rejection.invalid(errors) }
        var record = try tx.calendars.find(artist) ?? CalendarRecord(artistId: artist)
        record.changes.merge(kept) { $1 }
        try tx.calendars.save(record)
        let calendar = try tx.reading.calendar(record)
        return calendar.settings.answer(timezone: calendar.timezone)
    }
}
