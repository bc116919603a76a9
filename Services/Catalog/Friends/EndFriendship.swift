import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import Messaging
import ServiceKit

/// Somebody is friends with somebody no longer; for the other one neither. Throws 404 when they were not.
package struct EndFriendship: Command {
    package static let type: MessageType = "catalog.end-friendship.v1"
    package let userId: User.ID
    package init(userId: User.ID) { self.userId = userId }

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        let user = try tx.user().userID
        guard try tx.friends.part(user, userId) else { throw Rejection.notFound }
        try tx.publish(FriendshipEnded(userId: user, friendId: userId))
        return NoContent()
    }
}
