import Contracts
import ServiceKit

extension Feature {
    /// What memberships and shops notify people of, and what their operators write.
    static let membershipNews = Feature(
        "membership-news",
        migrations: [CreateVisits.self],
        commands: [Announce.self],
        reactions: [
            OnMembershipActivated.self, OnMembershipCancelled.self, OnMembershipExpiring.self, OnMembershipExpired.self,
            OnInAppPaymentWanted.self, OnRedemptionRecorded.self, OnRedemptionVoided.self, OnRatingAdded.self, OnRatingRemoved.self,
            OnListingPublished.self, OnCampaignStarted.self,
        ],
        routes: AnnouncementRoutes.all,
        plugins: [PluginDeclaration(AnnouncementRoutes.plugin)])
}
