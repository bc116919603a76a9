import Contracts
import ServiceKit

extension Feature {
    /// What memberships and shops tell people.
    static let membershipNews = Feature(
        "membership-news",
        migrations: [CreateVisits.self],
        reactions: [
            OnMembershipActivated.self, OnMembershipCancelled.self, OnMembershipExpiring.self, OnMembershipExpired.self,
            OnInAppPaymentWanted.self, OnRedemptionRecorded.self, OnRedemptionVoided.self, OnRatingAdded.self, OnRatingRemoved.self,
            OnListingPublished.self, OnCampaignStarted.self,
        ])
}
