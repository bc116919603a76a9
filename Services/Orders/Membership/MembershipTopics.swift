import Contracts
import ServiceKit

/// What members watch as it happens.
enum MembershipTopics {
    static let all: [LiveTopic] = [
        LiveTopic("orders/mine", access: .user, plugin: Membership.name, feeds: [
            Feed(MembershipActivated.self, as: "membership.activated", for: ["userId"]),
            Feed(ActivationVoided.self, as: "membership.voided", for: ["userId"]),
            Feed(RedemptionRecorded.self, as: "redemption.recorded", for: ["userId"]).wholeSeconds(of: "recordedAt"),
            Feed(RedemptionVoided.self, as: "redemption.voided", for: ["userId"]).wholeSeconds(of: "recordedAt"),
        ] + orders(for: ["userId"])),
        LiveTopic("orders/{orderId}", access: .user, plugin: Membership.name, admission: .asks(MembershipOrderDetails.self),
                  feeds: orders(for: [])),
    ]

    private static func orders(for readers: [String]) -> [Feed] {
        [
            Feed(OrderCompleted.self, as: "order.completed", for: readers), Feed(OrderExpired.self, as: "order.expired", for: readers),
            Feed(OrderCancelled.self, as: "order.cancelled", for: readers), Feed(OrderRefunded.self, as: "order.refunded", for: readers),
        ]
    }
}
