import Foundation
import Kernel
import Messaging
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// Sandbox: one candidate through the real pipeline, with facts as given.
public struct TryNotification: Command {
    public static let type: MessageType = "notifications.try.v1"
    public let kind: String
    public let recipientId: User.ID?
    public let about: String?
    public let facts: [String: JSONValue]?
    public let at: Timestamp?
    public let dedupeKey: String?
    private enum CodingKeys: String, CodingKey { case kind = "type", recipientId, about = "subject", facts, at, dedupeKey }
    public init(kind: String, recipientId: User.ID? = nil, about: String? = nil, facts: [String: JSONValue]? = nil, at: Timestamp? = nil,
                dedupeKey: String? = nil) {
        (self.kind, self.recipientId, self.about, self.facts, self.at, self.dedupeKey) = (kind, recipientId, about, facts, at, dedupeKey)
    }
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        kind = try container.decode(String.self, forKey: .kind)
        recipientId = try container.decodeIfPresent(AccountReference.self, forKey: .recipientId)?.id
        about = try container.decodeIfPresent(String.self, forKey: .about)
        facts = try container.decodeIfPresent([String: JSONValue].self, forKey: .facts)
        at = try container.decodeIfPresent(Timestamp.self, forKey: .at)
        dedupeKey = try container.decodeIfPresent(String.self, forKey: .dedupeKey)
    }

    public func handle(in tx: NotificationsTransaction) throws -> Created<DecisionRecord> {
        guard tx.definition.sandbox else { throw Rejection.notFound }
        var check = Validation()
        let user = recipientId ?? tx.principal?.userID
        if user == nil { check.fail("recipientId", "is required without a token") }
        checkAttachments(&check)
        let policy = try tx.policy()
        guard let type = policy.types[kind] else {
            check.fail("type", "is not a type")
            throw Rejection.invalid(check.errors)
        }
        try check.check()
        guard let user else { throw Rejection.unauthenticated }
        let store = try DecisionContext(tx, trustsRecipients: false)
        store.isFixed = true
        let trigger = Trigger(kind, at: at ?? tx.now, subject: about, facts: Facts(facts ?? [:]), dedupeKey: dedupeKey)
        let candidate = trigger.candidate(id: tx.context.newID(), for: user.rawValue, type)
        try Engine(store).accept(candidate, at: tx.now)
        guard let evaluation = try tx.candidates.evaluations(of: candidate.id).last else { throw Rejection.notFound }
        var words = try RecipientWords(policy, tx.recipients, tx.preferences)
        return Created(DecisionRecord(evaluation, why: try words.line(evaluation)), at: "/notifications/\(candidate.id)")
    }

    /// The message may be made much later, where files of a wrong form could only fail it: check them now.
    private func checkAttachments(_ check: inout Validation) {
        let field = "facts.attachments"
        guard let attachments = facts?["attachments"] else { return }
        guard let files = attachments.array else { return check.fail(field, "must be a list") }
        for (place, file) in files.enumerated() {
            guard let members = file.object else {
                check.fail("\(field).\(place)", "must be an object")
                continue
            }
            for name in ["filename", "contentType", "content"] where members[name]?.string == nil {
                check.fail("\(field).\(place).\(name)", members[name] == nil ? "is required" : "must be text")
            }
            guard let kind = members["contentType"]?.string, let content = members["content"]?.string else { continue }
            let isReadable = kind.hasPrefix("text/") || Data(base64Encoded: content.filter { !$0.isWhitespace }) != nil
            check.require(isReadable, "\(field).\(place).content", "must be base64")
        }
    }
}
