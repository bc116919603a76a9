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
        let ranked = personal.recommender.ranked(personal.candidates)
        let shown = ranked.dropFirst(request.offset).prefix(request.perPage)
        let document = EventDocument(settings: try view.settings(), currency: view.definition.currency, now: view.now, near: near)
        return JSONBody(capacity: 256 + shown.count * 1500) { (writer: inout JSONWriter) in
            writer.member("data", array: shown) { Personal.write($1, document, to: &$0) }
            writer.member("meta") { writer in
                writer.member("page", request.page)
                writer.member("perPage", request.perPage)
                writer.member("total", ranked.count)
                writer.member("lastPage", max(1, (ranked.count + request.perPage - 1) / request.perPage))
                writer.member("profile", personal.profile.rawValue)
                writer.member("coldStart", personal.isColdStart)
            }
        }
    }
}
