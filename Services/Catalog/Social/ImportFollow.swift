import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Seeding: a follower who hears of the organizer's next events. Following somebody notifies nobody.
extension ImportFollow: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        try tx.people.ensure(organizerId)
        if try tx.people.follow(organizerId, by: userId, at: at ?? tx.now) {
            try tx.publish(OrganizerFollowed(organizerId: organizerId, userId: userId, following: true))
            let followers = try tx.people.followerCount(of: organizerId)
            try tx.publish(FollowerCountChanged(organizerId: organizerId, followers: followers))
        }
        return NoContent()
    }
}
