import Kernel
import Messaging
import NotificationPolicy
import NotificationsDelivery
import ServiceKit

/// Checks the signature of a report before the log, and keeps of it only what became of the message.
public struct PrepareTwilioReport: Preprocessor {
    public static let type: MessageType = "notifications.prepare-twilio-report.v1"
    public let deliveryId: String
    /// As it stands in the path.
    public let attempt: String
    /// The form as Twilio posted it.
    public let payload: SealedValue

    public func prepare(in intake: PreprocessorContext) throws -> TakeDeliveryReport {
        guard let attempt = Int(attempt), attempt >= 1, String(attempt) == self.attempt else { throw Rejection.notFound }
        let path = SMSReports.path(of: deliveryId, attempt: attempt, at: TwilioProvider())
        let form = try TwilioWebhook(intake).form(of: payload, at: path)
        let code = form["ErrorCode"].flatMap { Int($0) }
        let outcome: TakeDeliveryReport.Outcome? =
            switch form["MessageStatus"] {
            case "delivered", "read": .delivered
            case "undelivered", "failed", "canceled": .failed
            default: nil  // Still on its way: accepted, scheduled, queued, sending, sent.
            }
        return TakeDeliveryReport(deliveryId: deliveryId, channel: .sms, attempt: attempt, outcome: outcome,
            code: outcome == .failed ? code.map(String.init) ?? form["MessageStatus"] : nil,
            addressIsDead: outcome == .failed ? code.map(TwilioCode.isDead) : nil)
    }
}

/// What people answer to text messages. Only the wish to get none, or some again, goes on: the words stay out of the log.
public struct PrepareTwilioReply: Preprocessor {
    public static let type: MessageType = "notifications.prepare-twilio-reply.v1"
    /// The form as Twilio posted it.
    public let payload: SealedValue

    public func prepare(in intake: PreprocessorContext) throws -> TakeTextReply {
        let form = try TwilioWebhook(intake).form(of: payload, at: SMSReports.replyPath)
        guard let id = form["MessageSid"], (1...64).contains(id.utf8.count), id.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else {
            throw Rejection.malformed("The form is no message of Twilio.")
        }
        let wish = TakeTextReply.Wish(keyword: form["OptOutType"] ?? form["Body"] ?? "")
        return TakeTextReply(provider: TwilioProvider().name, messageId: id, number: wish == nil ? nil : form["From"], wish: wish)
    }
}

/// A request in the name of Twilio.
private struct TwilioWebhook {
    let intake: PreprocessorContext
    init(_ intake: PreprocessorContext) { self.intake = intake }

    /// The form's fields. Throws 400 unless Twilio signed it for this address and this account.
    func form(of payload: SealedValue, at path: String) throws -> [String: String] {
        let invalid = Rejection(400, "invalid-signature", "The signature does not fit the address and the form.")
        guard let own = try? ChannelSettings.of(.sms, in: intake.definition)?.decoded(as: SMSSettings.self),
            own.shape == TwilioProvider().name, let base = own.callbackURL else { throw invalid }
        let key: String
        do { key = try intake.tenantSecret(own.keySecret) } catch {
            throw Rejection(503, "service-unavailable", "Reports of Twilio cannot be checked now.", retryAfter: .minutes(1))
        }
        guard let signature = intake.envelope.attributes[TwilioSignature.header],
            let fields = PostedForm.read(try intake.open(payload)),
            TwilioSignature.isValid(signature, url: base + path, form: fields, key: key) else { throw invalid }
        let form = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
        guard form["AccountSid"] == own.account else { throw invalid }
        return form
    }
}
