import Contracts
import Kernel
import ServiceKit

/// `GET /recommendations`: events for somebody, best first, each with its arithmetic.
package struct Recommendations: Query {
    package static let type: MessageType = "catalog.recommendations.v1"
    let limit: Int?
    let latitude: Double?
    let longitude: Double?

    package func answer(in view: CatalogView) throws -> JSONBody {
        _ = try view.user()
        var check = Validation()
        let most = check.number("limit", limit ?? 20, 1...50) ?? 20
        try check.check()
        let near = try Viewing.coordinates(latitude, longitude)
        let personal = try Personal(view, near: near)
        let ranked = personal.recommender.ranked(personal.candidates).prefix(most)
        let document = EventDocument(settings: try view.settings(), currency: view.definition.currency, now: view.now, near: near)
        return JSONBody(capacity: 256 + ranked.count * 1500) { (writer: inout JSONWriter) in
            writer.member("data", array: ranked) { Personal.write($1, document, to: &$0) }
            writer.member("meta") { writer in
                writer.member("page", 1)
                writer.member("perPage", most)
                writer.member("total", ranked.count)
                writer.member("lastPage", 1)
                writer.member("profile", personal.profile.rawValue)
                writer.member("coldStart", personal.isColdStart)
            }
        }
    }
}
