import Kernel
import Messaging
import NotificationPolicy
import ServiceKit

/// A campaign, and what became of its messages.
public struct MessageCampaignDetails: Query {
    public static let type: MessageType = "notifications.campaign-details.v1"
    public let campaignId: String
    public struct Answer: Encodable, Sendable {
        let id, type: String
        let title, body: [String: String]
        let deepLink: String?
        let offer: JSONValue?
        let recipients: Int
        let startAt: Timestamp
        let endedAt: Timestamp?
        /// Decision → recipients for whom it is the last so far.
        let counts: [String: Int]
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
