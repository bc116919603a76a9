import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Somebody no longer follows an organizer.
package struct UnfollowOrganizer: Command {
    package static let type: MessageType = "catalog.unfollow-organizer.v1"
    let organizerId: User.ID
    package init(organizerId: User.ID) { self.organizerId = organizerId }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        let user = try tx.user().userID
        if organizerId == user { throw Rejection.invalid(["organizerId": ["is yourself"]]) }
        // People who lost the organizer's role can be unfollowed, too.
        if try tx.people.unfollow(organizerId, by: user) {
            let count = try tx.people.followerCount(of: organizerId)
            try tx.publish(OrganizerFollowed(organizerId: organizerId, userId: user, following: false))
            try tx.publish(FollowerCountChanged(organizerId: organizerId, followers: count))
            return FollowAnswer.body(false, count: count)
        }
        guard let organizer = try tx.organizers.find(organizerId, seenBy: user) else { throw Rejection.notFound }
        return FollowAnswer.body(false, count: organizer.followerCount)
    }
}
