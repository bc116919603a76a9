import Contracts
import ServiceKit

extension Feature {
    /// Plans and periods, the card with its moving code, scanning and selling at a shop.
    package static let membership = Feature(
        "membership",
        migrations: [CreateMemberships.self, AddRefundedMemberships.self, AddDismissedStaff.self, AddCancelCauses.self],
        commands: [
            OrderMembership.self, CancelMembershipOrder.self, NoteInterest.self, CancelSubscription.self, ImportMembership.self,
            RotateCard.self, ScanCode.self, ActivateMembership.self, VoidActivation.self, RedeemDiscount.self, VoidRedemption.self,
            UploadVisits.self,
        ],
        timers: [ExpireSubscription.self, RemindMember.self, RetryCashNotification.self],
        reactions: [
            OnMemberRegistered.self, OnMemberUpdated.self, OnPasswordChanged.self, OnRolesChanged.self,
            OnListingPublished.self, OnListingUpdated.self, OnListingWithdrawn.self,
            OnCampaignPublished.self, OnCampaignCancelled.self, OnCashRecorded.self, OnCashVoided.self,
        ],
        queries: [
            MembershipStatus.self, MembershipHistory.self, Plans.self, MemberCard.self, CardProof.self, CardKeys.self,
            MembershipOrderDetails.self, HomeStats.self, RedemptionsOfMember.self, ActivationsOfShop.self, RedemptionsOfShop.self,
        ],
        publishes: [
            OrderPlaced.self, OrderCompleted.self, OrderExpired.self, OrderCancelled.self, OrderRefunded.self, MembershipActivated.self,
            MembershipExpiring.self, MembershipExpired.self, MembershipCancelled.self, RedemptionRecorded.self, InAppPaymentWanted.self,
            ActivationVoided.self, RedemptionVoided.self, ScanRefused.self, CashUnconfirmed.self,
        ],
        routes: MembershipRoutes.all,
        live: MembershipTopics.all,
        plugins: [Membership.plugin],
        texts: [MembershipTexts.all])
}
