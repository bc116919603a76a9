import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Somebody follows an organizer. Following twice is following once.
package struct FollowOrganizer: Command {
    package static let type: MessageType = "catalog.follow-organizer.v1"
    let organizerId: User.ID
    package init(organizerId: User.ID) { self.organizerId = organizerId }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        let user = try tx.user().userID
        if organizerId == user { throw Rejection.invalid(["organizerId": ["is yourself"]]) }
        guard let organizer = try tx.organizers.find(organizerId, seenBy: user) else { throw Rejection.notFound }
        var count = organizer.followerCount
        if try tx.people.follow(organizerId, by: user, at: tx.now) {
            count += 1
            try tx.publish(OrganizerFollowed(organizerId: organizerId, userId: user, following: true))
            try tx.publish(FollowerCountChanged(organizerId: organizerId, followers: count))
        }
        return FollowAnswer.body(true, count: count)
    }
}

enum FollowAnswer {
    static func body(_ isFollowing: Bool, count: Int) -> JSONBody {
        JSONBody(capacity: 48) { (writer: inout JSONWriter) in
            writer.member("following", isFollowing)
            writer.member("followerCount", count)
        }
    }
    static let schema = Schema.object(["following": .boolean, "followerCount": .integer()], required: ["following", "followerCount"])
}
