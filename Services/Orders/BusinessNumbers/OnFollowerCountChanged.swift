import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// An organizer has won or lost a follower.
struct OnFollowerCountChanged: Reaction {
    func handle(_ count: FollowerCountChanged, in tx: OrdersTransaction) throws {
        try tx.businessEvents.save(followers: count.followers, of: count.organizerId)
    }
}
