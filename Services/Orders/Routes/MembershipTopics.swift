import Contracts
import ServiceKit

/// What clients may watch of memberships: what happens to the member's own.
enum MembershipTopics {
    static let all: [LiveTopic] = [
        LiveTopic("orders/mine", access: .user, plugin: Membership.name, feeds: [
            Feed(MembershipActivated.self, as: "membership.activated", for: ["userId"]),
            Feed(ActivationVoided.self, as: "membership.voided", for: ["userId"]),
            Feed(RedemptionRecorded.self, as: "redemption.recorded", for: ["userId"]),
            Feed(RedemptionVoided.self, as: "redemption.voided", for: ["userId"]),
        ]),
    ]
}
