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
        let feed = HomeFeed(personal.recommender.ranked(personal.candidates), facts: personal.facts, isColdStart: personal.isColdStart,
            zone: try view.zone(), now: view.now)
        let document = EventDocument(settings: try view.settings(), currency: view.definition.currency, now: view.now, near: near)
        return JSONBody(capacity: 16_384) { (writer: inout JSONWriter) in
            writer.member("sections", array: feed.sections) { writer, section in
                writer.object { writer in
                    writer.member("key", section.key)
                    writer.member("title", section.title)
                    writer.member("events", array: section.items) { writer, item in
                        if section.isPersonal { return Personal.write(item, document, to: &writer) }
                        writer.object { writer in
                            writer.key("event")
                            document.card(item.candidate.seen, to: &writer)
                        }
                    }
                }
            }
            writer.member("coldStart", personal.isColdStart)
            writer.member("profile", personal.profile.rawValue)
        }
    }
}
