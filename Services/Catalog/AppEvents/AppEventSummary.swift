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
        let asked = try DateRange(from: from, to: to, daysMax: Self.daysMax)
        let days = try view.appEvents.days(asked.first, through: asked.last)
        let searches = try view.appEvents.topSearches(asked.first, through: asked.last, limit: Self.searchesMax)
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
