import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /admin/analytics/summary`: how often what happened in the app, by local day, and what people looked for.
package struct AppEventSummary: Query {
    package static let type: MessageType = "catalog.app-event-summary.v1"
    let from: String?
    let to: String?

    private static let daysMax = 92
    private static let searchesMax = 20

    package func answer(in view: CatalogView) throws -> JSONBody {
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
        let days = try view.appEvents.days(first, through: last)
        let searches = try view.appEvents.topSearches(first, through: last, limit: Self.searchesMax)
        return JSONBody(capacity: 4096) { (writer: inout JSONWriter) in
            writer.member("days", array: days) { writer, day in
                writer.object { writer in
                    writer.member("date", day.day)
                    writer.member("name", day.name)
                    writer.member("count", day.count)
                }
            }
            writer.member("topSearches", array: searches) { writer, search in
                writer.object { writer in
                    writer.member("query", search.query)
                    writer.member("count", search.count)
                }
            }
        }
    }
}
