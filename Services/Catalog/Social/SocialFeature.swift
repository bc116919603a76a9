import Contracts
import ServiceKit

extension Feature {
    /// Likes, follows, ratings of events.
    package static let social = Feature(
        "social",
        migrations: [CreateSocial.self, CreateAttendance.self, FollowHolders.self],
        commands: [
            MarkFavorite.self, UnmarkFavorite.self, FollowOrganizer.self, UnfollowOrganizer.self, RateEvent.self, WithdrawRating.self,
            ImportFavorite.self, ImportFollow.self, ImportRating.self,
        ],
        reactions: [OnTicketCheckedIn.self, OnTicketTransferred.self, OnTicketsCancelled.self],
        queries: [FavoriteEvents.self, FindOrganizers.self, OrganizerDetails.self, FollowedOrganizers.self, EventRatings.self],
        publishes: [
            EventFavorited.self, OrganizerFollowed.self, EventRated.self, EventCountsChanged.self, FollowerCountChanged.self,
        ],
        routes: FavoriteRoutes.all + SocialRoutes.all,
        texts: [SocialTexts.all])
}
