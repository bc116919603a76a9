import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// The whole week at once: known rows keep their number, new ones get one, missing ones go.
public struct ReplaceWorkingHours: Command {
    public static let type: MessageType = "scheduling.replace-working-hours.v1"
    static let rowsMax = 42
    private let form: JSONValue
    public init(from decoder: any Decoder) throws { form = try JSONValue(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }

    public func handle(in tx: SchedulingTransaction) throws -> JSONValue {
        let provider = try tx.provider()
        let known = Set(try tx.calendars.hours(of: provider).map(\.id))
        var rows = try checked(known: known)
        for (place, row) in rows.enumerated() where row.id == 0 { rows[place].id = try tx.numbers.next(.workingHours) }
        try tx.calendars.removeAllHours(of: provider)
        for row in rows { try tx.calendars.save(row, of: provider) }
        let week = try tx.calendars.hours(of: provider)
        try tx.publish(WorkingHoursChanged(providerId: provider, ids: week.map(\.id)))
        return WeekAnswer.list(week)
    }

    /// Rows in order; number 0: new.
    private func checked(known: Set<Int>) throws -> [WorkingHours] {
        var reader = FormReader(form)
        var earlier: [WorkingHours] = [], seen: Set<Int> = []
        let rows = reader.list("workingHours", Self.rowsMax, isRequired: true) { entry, _ -> WorkingHours? in
            let id = entry.anyInteger("id")
            if let id {
                if !known.contains(id) { entry.fail("id", "is none of your rows") }
                if !seen.insert(id).inserted { entry.fail("id", "comes twice") }
            }
            guard let row = WorkingHoursForm.row(&entry, id: id ?? 0) else { return nil }
            if earlier.contains(where: { $0.overlaps(row) }) { entry.fail("startTime", "overlaps another row of the day") }
            if earlier.count(where: { $0.dayOfWeek == row.dayOfWeek }) == WorkingHours.rowsPerDayMax {
                entry.fail("dayOfWeek", WorkingHoursForm.tooMany)
            }
            earlier.append(row)
            return row
        }
        try reader.finish()
        return rows
    }
}

/// A week as answers show it: one page, whatever its length.
enum WeekAnswer {
    static func list(_ week: [WorkingHours]) -> JSONValue {
        ["data": .array(week.map(\.json)),
         "meta": ["page": 1, "perPage": .int(max(20, week.count)), "total": .int(week.count), "lastPage": 1]]
    }
}
