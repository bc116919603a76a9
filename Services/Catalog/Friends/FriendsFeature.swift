import Contracts
import ServiceKit

extension Feature {
    /// Friends by invitation.
    package static let friends = Feature(
        "friends",
        migrations: [CreateFriends.self],
        commands: [InviteFriend.self, AcceptFriend.self, EndFriendship.self],
        queries: [FriendsOfUser.self],
        publishes: [FriendshipMade.self, FriendshipEnded.self],
        routes: FriendRoutes.all,
        texts: [FriendTexts.all])
}
