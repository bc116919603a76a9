import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// One more row of the week.
public struct AddWorkingHours: Command {
    public static let type: MessageType = "scheduling.add-working-hours.v1"
    private let form: JSONValue
    public init(from decoder: any Decoder) throws { form = try JSONValue(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }

    public func handle(in tx: SchedulingTransaction) throws -> Created<JSONValue> {
        let row = try WeekChange(tx: tx, provider: tx.provider()).put(form, nil)
        return Created(row.json, at: "/working-hours/\(row.id)")
    }
}

/// A row of the week, changed whole.
public struct ChangeWorkingHours: Command {
    public static let type: MessageType = "scheduling.change-working-hours.v1"
    private let rowId: PathNumber
    private let form: JSONValue
    public init(from decoder: any Decoder) throws { (rowId, form) = try PathForm.read("rowId", decoder) }
    public func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }

    public func handle(in tx: SchedulingTransaction) throws -> JSONValue {
        return try WeekChange(tx: tx, provider: tx.provider()).put(form, rowId).json
    }
}

/// A row of the week less.
public struct RemoveWorkingHours: Command {
    public static let type: MessageType = "scheduling.remove-working-hours.v1"
    public let rowId: PathNumber

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        let provider = try tx.provider()
        guard try tx.calendars.removeHours(rowId.number(), of: provider) else { throw Rejection.notFound }
        try tx.publish(WorkingHoursChanged(providerId: provider, ids: try tx.calendars.hours(of: provider).map(\.id)))
        return NoContent()
    }
}

/// Puts one row into a week.
struct WeekChange {
    let tx: SchedulingTransaction
    let provider: User.ID

    /// Throws 422 for the form, 404 for a row that is not there, 409 for an overlap, 422 for one row too many.
    func put(_ form: JSONValue, _ place: PathNumber?) throws -> WorkingHours {
        var reader = FormReader(form)
        let made = WorkingHoursForm.row(&reader)
        try reader.finish()
        guard var row = made else { throw Rejection.malformed("The row of the week could not be read.") }
        let week = try tx.calendars.hours(of: provider)
        let id = try place?.number()
        if let id, !week.contains(where: { $0.id == id }) { throw Rejection.notFound }
        let others = week.filter { $0.id != id }
        if let other = others.first(where: { $0.overlaps(row) }) {
            throw Rejection.conflict("working-hours-overlap", "These hours overlap others of the day.", ["conflictId": .int(other.id)])
        }
        guard others.count(where: { $0.dayOfWeek == row.dayOfWeek }) < WorkingHours.rowsPerDayMax else {
            throw Rejection.invalid(["dayOfWeek": [WorkingHoursForm.tooMany]])
        }
        row.id = try id ?? tx.numbers.next(.workingHours)
        try tx.calendars.save(row, of: provider)
        try tx.publish(WorkingHoursChanged(providerId: provider, ids: try tx.calendars.hours(of: provider).map(\.id)))
        return row
    }
}
