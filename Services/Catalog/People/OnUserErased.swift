import CatalogEvents
import CatalogFriends
import CatalogKit
import CatalogSocial
import Contracts
import Kernel
import ServiceKit

/// An account is gone: the person is forgotten here, counts stay true, what was kept for them goes to the next in line, and the events
/// they would have run are called off.
struct OnUserErased: Reaction {
    func handle(_ event: UserErased, in tx: CatalogTransaction) throws {
        for entry in try tx.waitlist.page(of: event.userId, limit: Int(Int32.max), offset: 0).entries {
            try Waitlist(tx).leave(entry)
            try Waitlist(tx).serve(entry.listing, of: EventTickets.self)
        }
        for friend in try tx.friends.erase(event.userId) { try tx.publish(FriendshipEnded(userId: event.userId, friendId: friend)) }
        let marked = try tx.people.favorites(of: event.userId), followed = try tx.people.followed(by: event.userId)
        try tx.people.erase(event.userId)
        try EventIndex(tx).refreshAll(ofOrganizer: event.userId)
        try CallOffEvents(tx).callOffUpcoming(ofOrganizer: event.userId)
        for id in marked { try EventCounts(tx).publish(of: id) }
        for id in followed { try tx.publish(FollowerCountChanged(organizerId: id, followers: try tx.people.followerCount(of: id))) }
    }
}
