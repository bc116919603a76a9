import Kernel
import ServiceKit

/// `GET /analytics/summary`: how often what happened in the app, by local day.
package struct ClientEventSummary: Query {
    package static let type: MessageType = "notifications.client-event-summary.v1"
    let from: String?
    let to: String?

    private static let daysMax = 92

    package func answer(in view: NotificationsView) throws -> JSONBody {
        var check = Validation()
        func date(_ field: String, _ text: String?) -> CalendarDate? {
            let date = text.flatMap { CalendarDate($0) }
            check.require(date != nil, field, text == nil ? "is required" : "must be a date (YYYY-MM-DD)")
            return date
        }
        let (first, last) = (date("from", from), date("to", to))
        if let first, let last {
            let days = last.daysSinceEpoch - first.daysSinceEpoch + 1
            check.require(days >= 1, "to", "must not be before from")
            check.require(days <= Self.daysMax, "to", "must be at most \(Self.daysMax) days after from")
        }
        try check.check()
        guard let first, let last else { throw Rejection.invalid(["from": ["is required"]]) }
        let days = try view.clientEvents.days(first, through: last)
        return JSONBody(capacity: 128 + days.count * 64) { (writer: inout JSONWriter) in
            writer.member("data", array: days) { writer, day in
                writer.object { writer in
                    writer.member("date", day.day)
                    writer.member("name", day.name)
                    writer.member("count", day.count)
                }
            }
        }
    }
}
