import Kernel
import Messaging
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// What would have left the platform, newest first.
public struct DevelopmentOutbox: Query {
    public static let type: MessageType = "notifications.development-outbox.v1"
    public let channel: ChannelName?
    public let to: String?
    /// The page size; `perPage` takes precedence.
    public let limit: Int?
    public let page: Int?
    public let perPage: Int?
    static let limitStandard = 50

    public func answer(in view: NotificationsView) throws -> Page<SentMessageAnswer> {
        let request = try PageRequest(page: page, perPage: perPage, standard: min(max(limit ?? Self.limitStandard, 1), 200))
        let found = try view.outbox.list(channel: channel, to: to.map(Self.number), limit: request.perPage, offset: request.offset)
        return Page(found.messages, request, total: found.total)
    }

    /// A plus that nobody encoded comes as a space and is trimmed: digits alone are a number all the same.
    private static func number(_ to: String) -> String { to.utf8.allSatisfy { (48...57).contains($0) } ? "+" + to : to }
}

/// A message as a channel would have handed it over.
public struct SentMessageAnswer: Encodable, Sendable {
    package let id: String
    package let channel: String
    package let to: String
    package let template: String
    package let subject: String?
    package let text: String
    package let html: String?
    package let data: JSONValue?
    package let contentAvailable: Bool?
    package let attachments: [Attachment]
    package let createdAt: Timestamp
}
