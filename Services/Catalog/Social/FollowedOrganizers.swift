import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /following`: whom somebody follows, newest first.
package struct FollowedOrganizers: Query {
    package static let type: MessageType = "catalog.followed-organizers.v1"
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let user = try view.user().userID
        let request = try PageRequest(page: page, perPage: perPage)
        return OrganizerDocument.page(try view.organizers.followed(by: user, limit: request.perPage, offset: request.offset), request)
    }
}
