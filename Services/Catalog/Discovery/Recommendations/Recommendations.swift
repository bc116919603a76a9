import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /recommendations`: events for somebody, best first, each with its arithmetic.
package struct Recommendations: Query {
    package static let type: MessageType = "catalog.recommendations.v1"
    /// Like `perPage`, at most 50: the name that the app uses.
    let limit: Int?
    let page: Int?
    let perPage: Int?
    let latitude: Double?
    let longitude: Double?

    package func answer(in view: CatalogView) throws -> JSONBody {
        _ = try view.user()
        var check = Validation()
        let most = check.number("limit", limit ?? 20, 1...50) ?? 20
        let request = try check.page(page, perPage ?? most)
        let near = try ViewerContext.coordinates(latitude, longitude)
        let personal = try Personal(view, near: near)
        let scored = try personal.scored(view)
        // Equal scores stay in the order of time.
        let best = scored.indices.smallest(request.offset + request.perPage) { scored[$0].score > scored[$1].score }
        let shown = best.dropFirst(request.offset).map { scored[$0] }
        let cards = try view.finder.cards(shown.map(\.event.eventID), seenBy: view.principal?.userID)
        let document = EventDocument(settings: try view.settings(), currency: view.definition.currency, now: view.now, near: near)
        return JSONBody(capacity: 256 + shown.count * 1500) { (writer: inout JSONWriter) in
            let items = shown.compactMap { item in cards[item.event.eventID].map { (item, $0) } }
            writer.member("data", array: items) { personal.write($1.0, $1.1, document, to: &$0) }
            writer.member("meta") { writer in
                writer.member("page", request.page)
                writer.member("perPage", request.perPage)
                writer.member("total", scored.count)
                writer.member("lastPage", max(1, (scored.count + request.perPage - 1) / request.perPage))
                writer.member("profile", personal.profile.rawValue)
                writer.member("coldStart", personal.isColdStart)
            }
        }
    }
}
