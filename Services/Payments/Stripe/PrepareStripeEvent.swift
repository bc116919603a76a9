import Contracts
import Kernel
import Messaging
import PaymentsKit
import ServiceKit

/// Checks the signature of an event before the log, and keeps of it only what concerns a payment: events name customers
/// and carry client secrets.
public struct PrepareStripeEvent: Preprocessor {
    public static let type: MessageType = "payments.prepare-stripe-event.v1"
    /// The body as Stripe sent it.
    public let payload: SealedValue

    public func prepare(in context: PreprocessorContext) throws -> ReceiveProviderEvent {
        let secret: String
        do {
            secret = try context.tenantSecret(try StripeSettings.of(context.definition).webhookSecret)
        } catch {
            throw Rejection(503, "service-unavailable", "Events of Stripe cannot be checked now.", retryAfter: .minutes(1))
        }
        let body = try context.open(payload)
        let attributes = context.envelope.attributes
        guard let signature = attributes[StripeSignature.header], let received = attributes["received"].flatMap({ Timestamp($0) }),
            StripeSignature.isValid(signature, of: body, secret: secret, received: received) else {
            throw Rejection(400, "invalid-signature", "The signature does not fit the body, or is older than five minutes.")
        }
        guard let event = try? JSON.decode(StripeEvent.self, from: Array(body.utf8)), StripeProvider.isID(event.id, prefix: "evt_") else {
            throw Rejection.malformed("The body is not an event of Stripe.")
        }
        return ReceiveProviderEvent(provider: "stripe", eventId: event.id, report: event.report(for: context.definition))
    }
}

/// An event, as far as we read it.
struct StripeEvent: Decodable, Sendable {
    let id: String
    let livemode: Bool?
    private let data: Content
    private struct Content: Decodable { let object: Thing }
    private enum Thing: Decodable {
        case intent(StripeIntent)
        case refund(StripeRefund)
        case other
        private enum Key: String, CodingKey { case object }
        init(from decoder: any Decoder) throws {
            switch try decoder.container(keyedBy: Key.self).decodeIfPresent(String.self, forKey: .object) {
            case "payment_intent": self = .intent(try StripeIntent(from: decoder))
            case "refund": self = .refund(try StripeRefund(from: decoder))
            default: self = .other
            }
        }
    }

    /// Nil: about something else, about another tenant of the same account, or of the other mode.
    func report(for definition: TenantDefinition) -> ApplyProviderReport? {
        guard livemode != definition.sandbox else { return nil }
        switch data.object {
        case .intent(let intent):
            guard let of = intent.metadata, of["souk_tenant"] == definition.tenant.rawValue, let payment = of["souk_payment"],
                let attempt = of["souk_attempt"].flatMap({ Int($0) }), StripeProvider.isID(intent.id, prefix: "pi_") else { return nil }
            return ApplyProviderReport(provider: "stripe", paymentId: PaymentID(payment), attempt: attempt, intent.report())
        case .refund(let refund):
            guard let of = refund.metadata, of["souk_tenant"] == definition.tenant.rawValue, let id = of["souk_refund"] else { return nil }
            return ApplyProviderReport(provider: "stripe", refundId: RefundID(id), refund.report)
        case .other: return nil
        }
    }
}
