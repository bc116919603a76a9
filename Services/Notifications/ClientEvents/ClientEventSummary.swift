import Kernel
import NotificationsKit
import ServiceKit

/// `GET /analytics/summary`: how often what happened in the app, by local day.
package struct ClientEventSummary: Query {
    package static let type: MessageType = "notifications.client-event-summary.v1"
    package let from: String?
    package let to: String?

    private static let daysMax = 92

    package func answer(in view: NotificationsView) throws -> JSONBody {
        let asked = try DateRange(from: from, to: to, daysMax: Self.daysMax)
        let days = try view.clientEvents.days(asked.first, through: asked.last)
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
