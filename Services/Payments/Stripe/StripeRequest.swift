import Contracts
import Kernel
import PaymentsKit

/// A call in Stripe's words: method, path and form.
public struct StripeRequest: Sendable, Equatable {
    public let method: String
    public let path: String
    public let form: [(name: String, value: String)]
    /// Nil: the call changes nothing.
    public let idempotencyKey: String?
    /// The interface as of this day, whatever the account's own standard is.
    public static let version = "2024-06-20"

    /// Nil: the call cannot be expressed, so it is refused.
    public init?(_ request: ProviderRequest, returnURL: String) {
        let key = request.idempotencyKey
        switch request.kind {
        case .create:
            guard let amount = StripeAmount.encode(request.amount) else { return nil }
            self.init("POST", "/v1/payment_intents", [
                ("amount", String(amount)), ("currency", request.amount.currency.code.lowercased()), ("payment_method", request.method),
                ("automatic_payment_methods[enabled]", "true"), ("metadata[souk_tenant]", request.tenant.rawValue),
                ("metadata[souk_payment]", request.paymentId.rawValue), ("metadata[souk_attempt]", String(request.attempt)),
                ("metadata[souk_order]", request.orderId.rawValue),
            ] + Self.captureFields(request.captureMethod), key)
        case .confirm:
            guard let id = Self.intent(request) else { return nil }
            self.init("POST", "/v1/payment_intents/\(id)/confirm", [("payment_method", request.method), ("return_url", returnURL)], key)
        case .capture:
            guard let id = Self.intent(request), let amount = request.capture.flatMap(StripeAmount.encode) else { return nil }
            // Stripe releases the rest by itself.
            self.init("POST", "/v1/payment_intents/\(id)/capture", [("amount_to_capture", String(amount))], key)
        case .cancel:
            guard let id = Self.intent(request) else { return nil }
            self.init("POST", "/v1/payment_intents/\(id)/cancel", [("cancellation_reason", "abandoned")], key)
        case .poll:
            guard let id = Self.intent(request) else { return nil }
            self.init("GET", "/v1/payment_intents/\(id)", [], nil)
        case .refund:
            guard let id = Self.intent(request), let refund = request.refund,
                let amount = StripeAmount.encode(refund.amount) else { return nil }
            self.init("POST", "/v1/refunds", [
                ("payment_intent", id), ("amount", String(amount)), ("metadata[souk_tenant]", request.tenant.rawValue),
                ("metadata[souk_refund]", refund.id.rawValue), ("metadata[souk_call]", request.callId),
            ], key)
        case .pollRefund:
            guard let id = request.refund?.reference, ["re_", "pyr_"].contains(where: { StripeProvider.isID(id, prefix: $0) }) else {
                return nil
            }
            self.init("GET", "/v1/refunds/\(id)", [], nil)
        }
    }

    /// The refunds of a payment: finds one whose answer was lost so long ago that its key may be forgotten.
    package static func refunds(of request: ProviderRequest) -> StripeRequest? {
        intent(request).map { StripeRequest("GET", "/v1/refunds?payment_intent=\($0)&limit=100", [], nil) }
    }

    private static func captureFields(_ method: CaptureMethod) -> [(name: String, value: String)] {
        switch method {
        case .automatic: []
        // Cards that allow it may be captured above the authorised amount: https://docs.stripe.com/payments/overcapture
        case .manual: [("capture_method", "manual"), ("payment_method_options[card][request_overcapture]", "if_available")]
        }
    }
    private static func intent(_ request: ProviderRequest) -> String? {
        request.reference.flatMap { StripeProvider.isID($0, prefix: "pi_") ? $0 : nil }
    }
    private init(_ method: String, _ path: String, _ form: [(name: String, value: String)], _ idempotencyKey: String?) {
        (self.method, self.path, self.form, self.idempotencyKey) = (method, path, form, idempotencyKey)
    }

    /// `application/x-www-form-urlencoded`.
    public var body: [UInt8] {
        Array(form.map { Self.escaped($0.name) + "=" + Self.escaped($0.value) }.joined(separator: "&").utf8)
    }
    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain = (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte) || [45, 46, 95].contains(byte)
            if isPlain { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.utf8.count == 1 ? "%0" + digits : "%" + digits
        }.joined()
    }

    public static func == (one: StripeRequest, other: StripeRequest) -> Bool {
        one.method == other.method && one.path == other.path && one.idempotencyKey == other.idempotencyKey && one.body == other.body
    }
}
