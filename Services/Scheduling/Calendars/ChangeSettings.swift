import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// The provider sets how the calendar may be booked; keys that are not sent stay.
public struct ChangeSettings: Command, HasFormerNames {
    public static let type: MessageType = "scheduling.change-settings.v1"
    public static let formerFields = BookingNames.settingFields
    /// Key → value; unknown keys are left alone.
    public let changes: [String: JSONValue]
    public init(from decoder: any Decoder) throws { changes = try [String: JSONValue](from: decoder) }
    public func encode(to encoder: any Encoder) throws { try changes.encode(to: encoder) }

    public func handle(in tx: SchedulingTransaction) throws -> JSONValue {
        let provider = try tx.provider()
        let (kept, errors) = CalendarSettings.read(changes)
        guard errors.isEmpty else {
            throw Rejection.invalid(Dictionary(uniqueKeysWithValues: errors.map { (tx.names.setting($0.key), $0.value) }))
        }
        var record = try tx.calendars.find(provider) ?? CalendarRecord(providerId: provider)
        record.changes.merge(kept) { $1 }
        try tx.calendars.save(record)
        let calendar = try tx.reading.calendar(record)
        return calendar.settings.answer(tx.names, timezone: calendar.timezone)
    }
}
