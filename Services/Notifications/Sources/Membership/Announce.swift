import Contracts
import Kernel
import Messaging
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// News of the app for all members, for a neighbourhood, or for those who asked to hear.
public struct Announce: Command {
    public static let type: MessageType = "notifications.announce.v1"
    public enum Audience: String, Codable, Sendable { case all, neighborhood, inAppPaymentInterest = "in_app_payment_interest" }
    package static let kind = "app_update"
    static let titleCharactersMax = 80
    package static let bodyCharactersMax = 200

    public let title: [String: String]
    public let body: [String: String]
    public let deepLink: String?
    public let audience: Audience
    public let neighborhoodId: Int?
    public init(title: [String: String], body: [String: String], deepLink: String? = nil, audience: Audience, neighborhoodId: Int? = nil) {
        (self.title, self.body, self.deepLink, self.audience, self.neighborhoodId) = (title, body, deepLink, audience, neighborhoodId)
    }

    public func handle(in tx: NotificationsTransaction) throws -> Created<JSONValue> {
        try tx.require(permission: NotificationPolicy.permission)
        let (title, body) = try validated(try tx.policy())
        let id = tx.context.newID()
        var facts = Facts()
        if let deepLink { facts.set("deepLink", .string(deepLink)) }
        var campaign = MessageCampaign(id: id, type: Self.kind, title: title, body: body, deepLink: deepLink, offer: nil, recipients: 0,
                                createdAt: tx.now, startsAt: tx.now, endedAt: nil, isLiteral: true)
        try tx.campaigns.insert(campaign)
        let trigger = Trigger(Self.kind, at: tx.now, subject: id, facts: facts, dedupeKey: "campaign:\(id)")
        campaign.recipients = try ContinueAnnouncement.begin(trigger, to: recipients(), campaign: id, in: tx)
        try tx.campaigns.setRecipients(campaign.recipients, of: id)
        try tx.publish(MessageCampaignStarted(campaignId: id, kind: Self.kind, recipients: campaign.recipients))
        return Created(["id": .string(id), "recipients": .int(campaign.recipients)], at: "/admin/notifications/campaigns/\(id)")
    }

    private func recipients() throws -> NotificationsEngine.Audience {
        switch audience {
        case .all: try .everybody()
        case .neighborhood: .neighborhood(neighborhoodId ?? 0)
        case .inAppPaymentInterest: .wantingToPayInApp
        }
    }
    /// The texts as they are sent: a brace in them opens no placeholder.
    private func validated(_ policy: NotificationPolicy) throws -> (title: [String: String], body: [String: String]) {
        var check = Validation()
        var (titles, bodies): ([String: String], [String: String]) = ([:], [:])
        for language in policy.languages {
            titles[language] = check.text("title.\(language)", title[language], 1...Self.titleCharactersMax)
            bodies[language] = check.text("body.\(language)", body[language], 1...Self.bodyCharactersMax)
        }
        if audience == .neighborhood { check.number("neighborhoodId", neighborhoodId, 1...Int(Int32.max)) }
        if let id = neighborhoodId, policy.neighborhoods?.contains(id) == false {
            check.fail("neighborhoodId", "is not a neighbourhood of this app")
        }
        if let deepLink, !DeepLink.isAllowed(deepLink, policy) { check.fail("deepLink", DeepLink.problem(policy)) }
        try check.check()
        return (titles, bodies)
    }
}
