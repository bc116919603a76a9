import Contracts
import Kernel
import Messaging
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// An operator writes to many.
public struct StartMessageCampaign: Command {
    public static let type: MessageType = "notifications.start-campaign.v1"
    public struct Audience: Codable, Sendable {
        public let roles: [String]?
        public let userIds: [User.ID]?
        public init(roles: [String]? = nil, userIds: [User.ID]? = nil) { (self.roles, self.userIds) = (roles, userIds) }
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            roles = try container.decodeIfPresent([String].self, forKey: .roles)
            userIds = try container.decodeIfPresent([AccountReference].self, forKey: .userIds)?.map(\.id)
        }
    }
    public let kind: String
    public let title: [String: String]
    public let body: [String: String]
    public let deepLink: String?
    public let offer: JSONValue?
    public let audience: Audience?
    public let startAt: Timestamp?
    private enum CodingKeys: String, CodingKey { case kind = "type", title, body, deepLink, offer, audience, startAt }
    public init(kind: String, title: [String: String], body: [String: String], deepLink: String? = nil, offer: JSONValue? = nil,
                audience: Audience? = nil, startAt: Timestamp? = nil) {
        (self.kind, self.title, self.body, self.deepLink, self.offer, self.audience, self.startAt) =
            (kind, title, body, deepLink, offer, audience, startAt)
    }

    struct Started: Encodable, Sendable { let id: String; let recipients: Int }
    public func handle(in tx: NotificationsTransaction) throws -> Created<JSONValue> {
        try tx.require(permission: NotificationPolicy.permission)
        let policy = try tx.policy()
        try validate(policy, roles: tx.definition.roles, now: tx.now)
        let id = tx.context.newID(), start = max(startAt ?? tx.now, tx.now)
        var facts = Facts()
        if let offer { facts.set("offer", offer) }
        if let deepLink { facts.set("deepLink", .string(deepLink)) }
        facts.set("text", .string(body[policy.languages.first ?? "en"] ?? ""))
        var campaign = MessageCampaign(id: id, type: kind, title: title, body: body, deepLink: deepLink, offer: offer, recipients: 0,
                                createdAt: tx.now, startsAt: start, endedAt: nil)
        try tx.campaigns.insert(campaign)
        let trigger = Trigger(kind, at: start, subject: id, facts: facts, dedupeKey: "campaign:\(id)")
        let roles = audience?.roles ?? []
        let recipients = try audience?.userIds.map { try NotificationsEngine.Audience.users($0, roles: roles) } ?? .everybody(roles: roles)
        campaign.recipients = try ContinueAnnouncement.begin(trigger, to: recipients, campaign: id, at: start, in: tx)
        try tx.campaigns.setRecipients(campaign.recipients, of: id)
        try tx.publish(MessageCampaignStarted(campaignId: id, kind: kind, recipients: campaign.recipients))
        return Created(["id": .string(id), "recipients": .int(campaign.recipients)], at: "/admin/notifications/campaigns/\(id)")
    }

    private func validate(_ policy: NotificationPolicy, roles: [String: [String]], now: Timestamp) throws {
        var check = Validation()
        if policy.types[kind]?.on.contains(NotificationPolicy.campaignStarted) != true { check.fail("type", "no campaign sends these") }
        for language in policy.languages {
            if title[language] == nil { check.fail("title.\(language)", "is required") }
            if body[language] == nil { check.fail("body.\(language)", "is required") }
            guard let title = title[language], let body = body[language] else { continue }
            for problem in policy.problems(of: .init(title: title, body: body), in: TextLanguage(tag: language)) {
                check.fail("\(problem.field).\(language)", problem.message)
            }
        }
        // Without an offer it stays in the feed, where the rules say so (R6).
        if let offer {
            if let ends = offer["endsAt"]?.string.flatMap({ Timestamp($0) }) {
                check.require(ends > now, "offer.endsAt", "has passed")
            } else {
                check.fail("offer.endsAt", "is required")
            }
        }
        // Nobody would get it, and the operator would not learn why.
        check.require((audience?.roles ?? []).allSatisfy { roles[$0] != nil }, "audience.roles", "must be roles of the app")
        if let deepLink, !DeepLink.isAllowed(deepLink, policy) { check.fail("deepLink", DeepLink.problem(policy)) }
        try check.check()
    }
}

/// A campaign is called off: what waits is dropped, who has not had their turn gets none.
public struct CancelMessageCampaign: Command {
    public static let type: MessageType = "notifications.cancel-campaign.v1"
    public let campaignId: String
    public init(campaignId: String) { self.campaignId = campaignId }
    package static let sliceMax = 500

    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        if tx.context.envelope.attributes["timer"] == nil { try tx.require(permission: NotificationPolicy.permission) }
        guard try tx.campaigns.find(campaignId) != nil else { throw Rejection.notFound }
        try tx.campaigns.end(campaignId, at: tx.now)
        try tx.announcements.close(campaignId)
        tx.cancelTimer("announcement:\(campaignId)")
        let waiting = try tx.candidates.waiting(ofCampaign: campaignId, limit: Self.sliceMax)
        let store = try DecisionContext(tx)
        for stored in waiting {
            store.know(stored)
            try store.settle(stored.candidate, Decision(.drop, ["resolved"]), for: try store.recipient(stored.candidate.recipientId),
                             at: tx.now)
        }
        if waiting.count == Self.sliceMax { try tx.schedule("cancel-campaign:\(campaignId)", at: tx.now, self) }
        return NoContent()
    }
}
