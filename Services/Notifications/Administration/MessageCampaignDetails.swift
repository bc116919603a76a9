import Kernel
import Messaging
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// A campaign, and what became of its messages.
public struct MessageCampaignDetails: Query {
    public static let type: MessageType = "notifications.campaign-details.v1"
    public let campaignId: String
    public struct Answer: Encodable, Sendable {
        package let id, type: String
        package let title, body: [String: String]
        package let deepLink: String?
        package let offer: JSONValue?
        package let recipients: Int
        package let startAt: Timestamp
        package let endedAt: Timestamp?
        /// Decision → recipients for whom it is the last so far.
        package let counts: [String: Int]
    }
    public func answer(in view: NotificationsView) throws -> Answer {
        try view.require(permission: NotificationPolicy.permission)
        guard let campaign = try view.campaigns.find(campaignId) else { throw Rejection.notFound }
        return Answer(id: campaign.id, type: campaign.type, title: campaign.title, body: campaign.body, deepLink: campaign.deepLink,
                      offer: campaign.offer,
                      recipients: campaign.recipients, startAt: campaign.startsAt.wholeSeconds, endedAt: campaign.endedAt?.wholeSeconds,
                      counts: try view.candidates.counts(ofCampaign: campaignId))
    }
}
