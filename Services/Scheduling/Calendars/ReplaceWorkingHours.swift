import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// The whole week at once: known rows keep their number, new ones get one, missing ones go.
public struct ReplaceWorkingHours: Command {
    public static let type: MessageType = "scheduling.replace-working-hours.v1"
    public let workingHours: [WorkingHoursForm]

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
        var check = Validation()
        var rows: [WorkingHours] = [], places: [Int] = [], seen: Set<Int> = []
        for (place, form) in workingHours.enumerated() {
            let prefix = "workingHours.\(place)."
            if let id = form.id {
                check.require(known.contains(id), prefix + "id", "is none of your rows")
                check.require(seen.insert(id).inserted, prefix + "id", "comes twice")
            }
            guard let row = form.row(id: form.id ?? 0, prefix: prefix, &check) else { continue }
            if rows.contains(where: { $0.overlaps(row) }) { check.fail(prefix + "startTime", "overlaps another row of the day") }
            if rows.count(where: { $0.dayOfWeek == row.dayOfWeek }) == WorkingHours.rowsPerDayMax {
                check.fail(prefix + "dayOfWeek", WorkingHoursForm.tooMany)
            }
            rows.append(row)
            places.append(place)
        }
        try check.check()
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
