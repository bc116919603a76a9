import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /home`: the first screen, in sections.
package struct Home: Query {
    package static let type: MessageType = "catalog.home.v1"
    let latitude: Double?
    let longitude: Double?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let near = try ViewerContext.coordinates(latitude, longitude)
        let personal = try Personal(view, near: near)
        let feed = HomeFeed(try personal.scored(view), facts: personal.facts, isColdStart: personal.isColdStart, zone: try view.zone(),
                            now: view.now)
        // An event that stands in several sections is read once.
        let shown = Set(feed.sections.flatMap { $0.items.map(\.event.eventID) })
        let cards = try view.finder.cards(shown.sorted(), seenBy: view.principal?.userID)
        let document = EventDocument(settings: try view.settings(), currency: view.definition.currency, now: view.now, near: near)
        return JSONBody(capacity: 16_384) { (writer: inout JSONWriter) in
            writer.member("sections", array: feed.sections) { writer, section in
                writer.object { writer in
                    writer.member("key", section.key)
                    writer.member("title", section.title)
                    let items = section.items.compactMap { item in cards[item.event.eventID].map { (item, $0) } }
                    writer.member("events", array: items) { writer, shown in
                        let (item, seen) = shown
                        if section.isPersonal { return personal.write(item, seen, document, to: &writer) }
                        writer.object { writer in
                            writer.key("event")
                            document.card(seen, to: &writer)
                        }
                    }
                }
            }
            writer.member("coldStart", personal.isColdStart)
            writer.member("profile", personal.profile.rawValue)
        }
    }
}
