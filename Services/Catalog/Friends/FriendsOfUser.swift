import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /friends`: somebody's friends, newest first.
package struct FriendsOfUser: Query {
    package static let type: MessageType = "catalog.friends-of-user.v1"
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> Page<FriendAnswer> {
        let user = try view.user().userID
        let request = try PageRequest(page: page, perPage: perPage)
        let found = try view.friends.page(of: user, limit: request.perPage, offset: request.offset)
        return Page(found.friends.map(FriendAnswer.init), request, total: found.total)
    }
}
