import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import Messaging
import ServiceKit

/// Somebody wants a link for a friend: it makes one friend, within a week. Only a hash of it is kept.
package struct InviteFriend: Command {
    package static let type: MessageType = "catalog.invite-friend.v1"
    package init() {}

    package struct Invite: Encodable, Sendable {
        let token: String
        let url: String
        let expiresAt: Timestamp
    }

    package func handle(in tx: CatalogTransaction) throws -> Answer<Invite> {
        let user = try tx.user().userID
        let token = Base64URL.encode(tx.secretBytes(for: InviteSecret.purpose))
        // A whole second, as the answer shows it.
        let expiresAt = (tx.now + .days(FriendInvite.daysValid)).wholeSeconds
        let invite = FriendInvite(userID: user, createdAt: tx.now, expiresAt: expiresAt)
        try tx.friends.insert(invite, hash: InviteSecret.hash(token, in: tx))
        let url = "\(try tx.settings().publicAddress(of: tx.definition))/friends/\(token)"
        return Answer(Invite(token: token, url: url, expiresAt: expiresAt), status: 201, location: "/friends",
                      secret: true)
    }
}

/// What an invitation is known by.
enum InviteSecret {
    static let purpose = "friend-invite"
    static func hash(_ token: String, in tx: CatalogTransaction) -> String {
        Base64URL.encode(tx.context.serviceKey("\(purpose)/\(token)"))
    }
}
