import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Seeding: a follower who is counted, not announced.
extension ImportFollow: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        try tx.people.ensure(organizerId)
        if try tx.people.follow(organizerId, by: userId, at: at ?? tx.now) {
            let followers = try tx.people.followerCount(of: organizerId)
            try tx.publish(FollowerCountChanged(organizerId: organizerId, followers: followers))
        }
        return NoContent()
    }
}
