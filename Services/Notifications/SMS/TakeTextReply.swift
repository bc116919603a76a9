import Kernel
import Messaging
import NotificationPolicy
import NotificationsDelivery
import NotificationsKit
import ServiceKit

/// Somebody answered a text message with STOP or START. Each answer counts once.
public struct TakeTextReply: Command {
    public static let type: MessageType = "notifications.take-text-reply.v1"
    public enum Wish: String, Codable, Sendable {
        case stop, start

        /// The words that carriers ask companies to know, alone in the message. Nil: it is another one.
        /// https://help.twilio.com/articles/223134027
        init?(keyword: String) {
            switch keyword.trimmed.uppercased() {
            case "STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT": self = .stop
            case "START", "YES", "UNSTOP": self = .start
            default: return nil
            }
        }
    }
    public let provider: String
    /// The company's id of the answer.
    public let messageId: String
    /// Whose wish it is, E.164. Nil: there is none.
    public let number: String?
    /// Nil: it says something else.
    public let wish: Wish?
    public init(provider: String, messageId: String, number: String?, wish: Wish?) {
        (self.provider, self.messageId, self.number, self.wish) = (provider, messageId, number, wish)
    }

    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        guard let number, let wish, try tx.textReplies.insert(messageId, of: provider, at: tx.now) else { return NoContent() }
        switch wish {
        case .stop:
            for user in try tx.textReplies.people(at: number) {
                try tx.deliveries.markUnreachable(number, on: .sms, of: user, code: OptOutCode.reply, at: tx.now)
            }
        case .start: try tx.textReplies.resume(number, codes: OptOutCode.all)
        }
        return NoContent()
    }
}
