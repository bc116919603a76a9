import Contracts
import Kernel
import NotificationPolicy
import NotificationsDelivery
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// Somebody needs a code: it leaves the platform at once and is in no feed.
struct OnOneTimeCode: Reaction {
    func handle(_ fact: OneTimeCodeIssued, in tx: NotificationsTransaction) throws {
        guard tx.now <= fact.expiresAt else { return }  // A code that is over opens nothing.
        guard let channel = tx.channels.first(where: { $0.name.rawValue == fact.channel }) else {
            return  // The tenant has no such way out of the platform.
        }
        let secret: OneTimeCodeText = try JSON.decode(OneTimeCodeText.self, from: Array(tx.context.open(fact.sealed).utf8))
        let type = Self.type(of: fact.purpose)
        guard let (texts, language) = try tx.policy().texts(of: type, locale: fact.locale) else {
            throw MissingTexts(type: type)
        }
        let facts: [String: JSONValue] = ["app": .string(tx.definition.name), "code": .string(secret.code),
            "expiresAt": .string(fact.expiresAt.wholeSeconds.description)]
        let template = try TextTemplate(facts: facts, zone: TimeZoneRules.named(tx.definition.timezone), now: tx.now, language: language,
                                    words: tx.policy().vocabulary)
        var data: [String: JSONValue] = ["purpose": .string(fact.purpose)]
        if let token = secret.token { data["token"] = .string(token) }
        let isMail = channel.name == .email
        let message = ChannelMessage(channel: channel.name, to: fact.to, subject: isMail ? template.render(texts.title) : nil,
            text: SafeText.withoutMarks(template.render(texts.body)), data: .object(data))
        // Somebody without an account has no id yet; the message is the number's. A code is in no feed and has no other
        // way than the one it was asked for.
        let terms = DeliveryTerms(category: NotificationPolicy.platformCategory, priority: 0, expires: fact.expiresAt)
        try Delivering(tx: tx).send(message, notification: nil, for: fact.userId ?? RecipientStore.stranger, type: type, terms)
    }

    private static func type(of purpose: String) -> String {
        switch purpose {
        case "password-reset": "password-reset"
        case "verify-email", "verify-phone": "contact-verification"
        default: "otp-code"
        }
    }
}
