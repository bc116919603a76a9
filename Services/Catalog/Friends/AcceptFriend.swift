import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import Messaging
import ServiceKit

/// Somebody takes an invitation up: from now on the two are friends of each other. Who is a friend already stays one,
/// and the invitation stays for another.
package struct AcceptFriend: Command {
    package static let type: MessageType = "catalog.accept-friend.v1"
    package let token: String
    package init(token: String) { self.token = token }

    package func handle(in tx: CatalogTransaction) throws -> FriendAnswer {
        let user = try tx.user().userID
        let hash = InviteSecret.hash(token, in: tx)
        guard let invite = try tx.friends.invite(hash) else { throw Rejection.notFound }
        try invite.requireUsable(by: user, at: tx.now)
        // It names the friend, whose invitations go with the account: a request that is sent again finds none.
        tx.context.answerIsAbout(invite.userID)
        if let known = try tx.friends.find(invite.userID, of: user) { return FriendAnswer(known) }
        try tx.friends.markUsed(hash, at: tx.now)
        try tx.friends.befriend(invite.userID, user, at: tx.now)
        try tx.publish(FriendshipMade(userId: invite.userID, friendId: user))
        guard let friend = try tx.friends.find(invite.userID, of: user) else { throw Rejection.notFound }
        return FriendAnswer(friend)
    }
}

/// A friend, as the other one sees them.
package struct FriendAnswer: Encodable, Sendable {
    let userId: User.ID
    let name: String
    let since: Timestamp
    init(_ friend: FriendStore.Friend) { (userId, name, since) = (friend.id, friend.name, friend.since.wholeSeconds) }
    static let schema = Schema.object(["userId": .id, "name": .string(), "since": .time], required: ["userId", "name", "since"])
}
