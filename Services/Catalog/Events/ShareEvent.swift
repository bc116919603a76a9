import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /events/{eventId}/share`: a link and a sentence to pass on.
package struct ShareEvent: Query {
    package static let type: MessageType = "catalog.share-event.v1"
    let eventId: EventID

    package struct Answer: Encodable, Sendable {
        let url: String
        let text: String
        let imageUrl: String?
        private enum Key: String, CodingKey { case url, text, imageUrl }
        package func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: Key.self)
            try values.encode(url, forKey: .url)
            try values.encode(text, forKey: .text)
            try values.encode(imageUrl, forKey: .imageUrl)
        }
    }

    package func answer(in view: CatalogView) throws -> Answer {
        let seen = try view.events.require(eventId, seenBy: view.principal?.userID)
        let event = seen.event
        var text = event.title ?? ""
        if let start = event.startDate { text += ", " + Self.spoken(try view.zone().local(start)) }
        if let name = event.place.name { text += ", " + name }
        if let city = event.place.city { text += ", " + city }
        return Answer(url: "\(try view.settings().publicAddress(of: view.definition))/events/\(eventId)", text: text,
                      imageUrl: event.posterURL)
    }

    /// `Thu 26 Nov 2026, 09:00`
    static func spoken(_ time: LocalTime) -> String {
        let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return """
            \(days[time.weekday - 1]) \(time.date.day) \(months[time.date.month - 1]) \(time.date.year), \
            \(time.text.dropFirst(11).prefix(5))
            """
    }
}
