import Contracts
import Kernel
import Messaging
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// The platform's staff writes to all customers, owners or couriers.
public struct AnnounceToRole: Command {
    public static let type: MessageType = "notifications.announce-to-role.v1"
    public enum Audience: String, Codable, Sendable, CaseIterable {
        case customers, owners, couriers
        package var role: String {
            switch self {
            case .customers: "customer"
            case .owners: "owner"
            case .couriers: "courier"
            }
        }
    }
    package static let kind = "announcement"
    package static let permission = "announcements:send"
    package static let bodyCharactersMax = Notification.bodyMax

    public let audience: Audience
    /// Language → text; the tenant's first language is required.
    public let titles: [String: JSONValue]
    public let bodies: [String: JSONValue]
    public let deepLink: String?
    public init(audience: Audience, titles: [String: String?], bodies: [String: String?], deepLink: String? = nil) {
        func texts(_ given: [String: String?]) -> [String: JSONValue] { given.mapValues { $0.map { .string($0) } ?? .null } }
        (self.audience, self.titles, self.bodies, self.deepLink) = (audience, texts(titles), texts(bodies), deepLink)
    }

    public func handle(in tx: NotificationsTransaction) throws -> Created<JSONValue> {
        try tx.require(permission: Self.permission)
        let (titles, bodies) = try validated(try tx.policy())
        let id = tx.context.newID()
        var facts = Facts()
        if let deepLink { facts.set("deepLink", .string(deepLink)) }
        var campaign = MessageCampaign(id: id, type: Self.kind, title: titles, body: bodies, deepLink: deepLink, offer: nil, recipients: 0,
                                       createdAt: tx.now, startsAt: tx.now, endedAt: nil, isLiteral: true)
        try tx.campaigns.insert(campaign)
        let trigger = Trigger(Self.kind, at: tx.now, subject: id, facts: facts, dedupeKey: "campaign:\(id)")
        campaign.recipients = try ContinueAnnouncement.begin(trigger, to: .everybody(roles: [audience.role]), campaign: id, in: tx)
        try tx.campaigns.setRecipients(campaign.recipients, of: id)
        try tx.publish(MessageCampaignStarted(campaignId: id, kind: Self.kind, recipients: campaign.recipients))
        return Created(["id": .string(id), "audience": .string(audience.rawValue), "recipients": .int(campaign.recipients)],
                       at: "/admin/notifications/campaigns/\(id)")
    }

    /// The texts as they are sent. Someone whose language is missing reads the first one.
    private func validated(_ policy: NotificationPolicy) throws -> (titles: [String: String], bodies: [String: String]) {
        var check = Validation()
        func texts(_ field: String, _ given: [String: JSONValue], _ charactersMax: Int) -> [String: String] {
            var texts: [String: String] = [:]
            for (place, language) in policy.languages.enumerated() {
                let value = given[language] ?? .null
                guard value == .null || value.string != nil else {
                    check.fail("\(field).\(language)", "must be text")
                    continue
                }
                let isRequired = place == 0 || value != .null
                texts[language] = check.text("\(field).\(language)", value.string, 1...charactersMax, required: isRequired)
                    .map(SafeText.line)
            }
            for (language, value) in given where !policy.languages.contains(language) && value != .null && value.string == nil {
                check.fail("\(field).\(language)", "must be text")
            }
            return texts
        }
        let found = (texts("titles", titles, Notification.campaignTitleMax), texts("bodies", bodies, Self.bodyCharactersMax))
        if let deepLink, !DeepLink.isAllowed(deepLink, policy) { check.fail("deepLink", DeepLink.problem(policy)) }
        try check.check()
        // Who reads a language that has only one of the two reads the other in the first language.
        func completed(_ own: [String: String], besides other: [String: String]) -> [String: String] {
            guard let first = policy.languages.first.flatMap({ own[$0] }) else { return own }
            return own.merging(other.mapValues { _ in first }) { own, _ in own }
        }
        return (completed(found.0, besides: found.1), completed(found.1, besides: found.0))
    }
}
