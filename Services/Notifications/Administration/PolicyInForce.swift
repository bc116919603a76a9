import Contracts
import Kernel
import Messaging
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// The policy as it is applied: the tenant's file with what every tenant has.
public struct PolicyInForce: Query {
    public static let type: MessageType = "notifications.policy.v1"
    public func answer(in view: NotificationsView) throws -> JSONValue {
        try view.require(permission: NotificationPolicy.permission)
        let policy = view.policy
        var out = NotificationPolicy.withLines(view.definition.policySettings).object ?? [:]
        out["channels"] = nil
        out["version"] = .int(policy.version)
        out["zone"] = .string(policy.zone)
        var categories = out["categories"]?.object ?? [:]
        for (place, category) in policy.categoriesByRank.enumerated() {
            var members = categories[category.name]?.object ?? [:]
            if members["priority"] == nil { members["priority"] = .int(place + 1) }
            categories[category.name] = .object(members)
        }
        out["categories"] = .object(categories)
        var types = out["types"]?.object ?? [:]
        for (name, type) in policy.types where types[name] == nil {
            types[name] = ["cat": .string(type.cat), "channels": .array(type.channels.map { .string($0.rawValue) })]
        }
        out["types"] = .object(types)
        return Self.named(.object(out), view.definition.json)
    }

    /// Renames the channels in lists to the style of the tenant's app.
    private static func named(_ value: JSONValue, _ style: TenantDefinition.KeyStyle) -> JSONValue {
        guard case .object(let members) = value else { return value }
        return .object(Dictionary(members.map { key, value in
            guard ["defaults", "locked", "channels", "fallback"].contains(key), let names = value.array else {
                return (key, named(value, style))
            }
            return (key,
                    .array(names.map { name in name.string.flatMap(ChannelName.init(named:)).map { .string($0.named(style)) } ?? name }))
        }) { _, last in last })
    }
}

/// What was decided, newest first.
public struct DecisionRecords: Query {
    public static let type: MessageType = "notifications.decision-records.v1"
    public let recipientId: String?
    public let type: String?
    public let decision: String?
    public let from: Timestamp?
    public let to: Timestamp?
    public let page: Int?
    public let perPage: Int?

    public func answer(in view: NotificationsView) throws -> Page<DecisionRecord> {
        try view.require(permission: NotificationPolicy.permission)
        let request = try PageRequest(page: page, perPage: perPage)
        let filter = CandidateStore.Filter(recipient: recipientId, type: type, decision: decision, from: from, to: to)
        let found = try view.candidates.evaluations(filter, limit: request.perPage, offset: request.offset)
        var words = try RecipientWords(view.policy, view.recipients, view.preferences)
        return Page(try found.rows.map { DecisionRecord($0, why: try words.line($0)) }, request, total: found.total)
    }
}

/// One evaluation, as operators and owners see it.
public struct DecisionRecord: Encodable, Sendable {
    package let notificationId: String
    let recipientId: AccountReference
    package let type: String
    package let category: String
    package let at: Timestamp
    package let decision: String
    package let until: Timestamp?
    package let into: String?
    package let channels: [ChannelName]
    package let reasons: [String]
    package let why: String
    package let policyVersion: Int
    init(_ evaluation: CandidateStore.Evaluation, why: String) {
        (notificationId, recipientId, type, category) =
            (evaluation.candidateId, AccountReference(User.ID(evaluation.recipientId)), evaluation.type, evaluation.category)
        (at, decision) = (evaluation.at.wholeSeconds, evaluation.decision.name)
        (until, into) = (evaluation.decision.until?.wholeSecondsUp, evaluation.decision.into)
        (channels, reasons, self.why, policyVersion) =
            (evaluation.decision.channels, evaluation.decision.reasons, why, evaluation.policyVersion)
    }
}
