import Contracts
import Kernel
import Messaging
import PaymentsKit
import PaymentsService
import PaymentsStripe
import Testing

@Suite("Stripe")
struct StripeTests {
    static func request(_ kind: ProviderCallKind, amount: Money = Money(1050, .eur), reference: String? = "pi_1") -> ProviderRequest {
        ProviderRequest(tenant: "shop", callId: "\(kind.rawValue):p-1:1", kind: kind, paymentId: "p-1", orderId: "o-1", attempt: 1,
            amount: amount, method: "pm_card_visa", reference: reference)
    }
    private func call(_ request: ProviderRequest) throws -> StripeRequest {
        try #require(StripeRequest(request, returnURL: "https://app.example/back?a=1&b=2"))
    }

    @Test("A payment is announced first and confirmed by its id, each with a key that is the same for every try")
    func creation() throws {
        let create = try call(Self.request(.create, reference: nil))
        #expect(create.method == "POST" && create.path == "/v1/payment_intents" && create.idempotencyKey == "souk:shop:create:p-1:1")
        #expect(String(decoding: create.body, as: UTF8.self) == "amount=1050&currency=eur&payment_method=pm_card_visa"
            + """
                &automatic_payment_methods%5Benabled%5D=true&metadata%5Bsouk_tenant%5D=shop&metadata%5Bsouk_payment%5D=p-1&\
                metadata%5Bsouk_attempt%5D=1&metadata%5Bsouk_order%5D=o-1
                """)
        let confirm = try call(Self.request(.confirm))
        #expect(confirm.path == "/v1/payment_intents/pi_1/confirm" && confirm.idempotencyKey == "souk:shop:confirm:p-1:1")
        #expect(String(decoding: confirm.body, as: UTF8.self) == "payment_method=pm_card_visa"
            + "&return_url=https%3A%2F%2Fapp.example%2Fback%3Fa%3D1%26b%3D2")
        #expect(!String(decoding: create.body, as: UTF8.self).contains("capture_method"))
        let poll = try call(Self.request(.poll))
        #expect(poll.method == "GET" && poll.path == "/v1/payment_intents/pi_1" && poll.idempotencyKey == nil && poll.body.isEmpty)
    }

    @Test("Manual capture: the intent says so, and a capture names the amount in Stripe's units")
    func captures() throws {
        func request(_ kind: ProviderCallKind, capture: Money? = nil) -> ProviderRequest {
            ProviderRequest(tenant: "shop", callId: "\(kind.rawValue):p-1:1:1", kind: kind, paymentId: "p-1", orderId: "o-1", attempt: 1,
                amount: Money(1050, .eur), method: "pm_card_visa", reference: "pi_1", captureMethod: .manual, capture: capture)
        }
        let create = String(decoding: try call(request(.create)).body, as: UTF8.self)
        #expect(create.hasSuffix("&capture_method=manual&payment_method_options%5Bcard%5D%5Brequest_overcapture%5D=if_available"))
        let capture = try call(request(.capture, capture: Money(700, .ugx)))
        #expect(capture.method == "POST" && capture.path == "/v1/payment_intents/pi_1/capture")
        #expect(String(decoding: capture.body, as: UTF8.self) == "amount_to_capture=70000")
        #expect(capture.idempotencyKey == "souk:shop:capture:p-1:1:1")
        #expect(StripeRequest(request(.capture), returnURL: "https://a.example") == nil)
    }

    @Test("Nothing but an id of Stripe gets into a path")
    func paths() {
        for reference in ["pi_1/../../refunds", "pi_", "re_1", "pi_1?x=1", ""] {
            #expect(StripeRequest(Self.request(.poll, reference: reference), returnURL: "https://a.example") == nil, "\(reference)")
        }
        #expect(StripeRequest(Self.request(.confirm, reference: nil), returnURL: "https://a.example") == nil)
    }

    @Test("Amounts are in Stripe's minor units: hundredths for UGX, none for JPY", arguments: [
        (1050, "EUR", 1050), (500, "UGX", 50_000), (500, "JPY", 500), (30_000, "DZD", 30_000), (0, "UGX", 0),
        (5, "ISK", 500), (1050, "HUF", 1050), (1050, "TWD", 1050), (500, "MGA", 5), (5120, "KWD", 5120),
    ])
    func amounts(ours: Int, code: String, theirs: Int) throws {
        let currency = try #require(Currency(code))
        #expect(StripeAmount.encode(Money(ours, currency)) == theirs)
        #expect(StripeAmount.decode(theirs, currency) == ours)
    }

    @Test("An amount that is none of ours is not rounded, and one that is too large is refused")
    func otherAmounts() {
        #expect(StripeAmount.decode(550, .ugx) == nil)
        #expect(StripeAmount.encode(Money(.max, .ugx)) == nil)
        #expect(StripeRequest(Self.request(.create, amount: Money(.max, .ugx), reference: nil), returnURL: "https://a.example") == nil)
    }

    @Test("What an answer means", arguments: [
        (ProviderCallKind.create, 200, intent("requires_confirmation"), "open"),
        (.confirm, 200, intent("succeeded"), "succeeded"), (.confirm, 200, intent("processing"), "processing"),
        (.confirm, 200, intent("requires_action"), "requires-action"), (.cancel, 200, intent("canceled"), "canceled"),
        (.confirm, 402, declined("insufficient_funds"), "failed insufficient_funds"),
        (.confirm, 402, declined("stolen_card"), "failed card_declined"),
        (.poll, 200, intent("requires_payment_method", #","last_payment_error":{"code":"expired_card"}"#), "failed expired_card"),
        (.cancel, 400, #"{"error":{"code":"payment_intent_unexpected_state","payment_intent":"# + intent("succeeded") + "}}", "succeeded"),
        (.confirm, 400, #"{"error":{"code":"parameter_invalid"}}"#, "refused parameter_invalid"),
        (.create, 409, #"{"error":{"code":"idempotency_key_in_use"}}"#, "unavailable idempotency_key_in_use"),
        (.confirm, 400, #"{"error":{"type":"idempotency_error","message":"…"}}"#, "unavailable idempotency_error"),
        (.refund, 400, #"{"error":{"type":"idempotency_error"}}"#, "unavailable idempotency_error"),
        (.create, 429, #"{"error":{"code":"rate_limit"}}"#, "unavailable rate_limit"), (.create, 500, "oops", "unavailable http-500"),
        (.create, 401, "{}", "unavailable http-401"), (.create, 302, "", "unavailable http-302"),
        (.create, 200, "not JSON", "unavailable malformed-answer"),
        (.confirm, 200, intent("requires_capture"), "authorized"), (.capture, 200, intent("succeeded"), "succeeded"),
        (.capture, 400, #"{"error":{"code":"payment_intent_unexpected_state","payment_intent":"# + intent("canceled") + "}}", "canceled"),
        (.capture, 400, #"{"error":{"code":"charge_expired_for_capture"}}"#, "refused authorization_expired"),
        (.capture, 400, #"{"error":{"code":"amount_too_large"}}"#, "refused amount_too_large"),
        (.capture, 402, declined("generic_decline"), "refused capture_declined"),
        (.capture, 500, "oops", "unavailable http-500"),
        (.refund, 200, #"{"id":"re_1","status":"pending"}"#, "refund pending"),
        (.refund, 200, #"{"id":"re_1","status":"succeeded"}"#, "refund succeeded"),
        (.pollRefund, 200, #"{"id":"re_1","status":"failed","failure_reason":"lost_or_stolen_card"}"#, "refund failed lost_or_stolen_card"),
        (.refund, 400, #"{"error":{"code":"charge_already_refunded"}}"#, "refused charge_already_refunded"),
    ])
    func answers(kind: ProviderCallKind, status: Int, body: String, meaning: String) {
        #expect(Self.text(StripeAnswer.outcome(kind, status: status, retryAfter: nil, body: Array(body.utf8))) == meaning)
    }
    private static func intent(_ status: String, _ more: String = "") -> String {
        #"{"id":"pi_1","object":"payment_intent","status":"\#(status)","amount":1050,"amount_received":1050,"currency":"eur"\#(more)}"#
    }
    private static func declined(_ code: String) -> String {
        #"{"error":{"code":"card_declined","decline_code":"\#(code)","payment_intent":"# + intent("requires_payment_method") + "}}"
    }
    private static func text(_ outcome: ProviderOutcome) -> String {
        switch outcome {
        case .payment(let report, _): [report.state.rawValue, report.code].compactMap { $0 }.joined(separator: " ")
        case .refund(let report): (["refund", report.state.rawValue] + [report.code].compactMap { $0 }).joined(separator: " ")
        case .unavailable(let code, _): "unavailable \(code)"
        case .refused(let code): "refused \(code)"
        }
    }

    @Test("Customers are sent to https addresses only", arguments: [
        ("https://hooks.stripe.com/3ds?x=1", true), ("http://hooks.stripe.com/3ds", false), ("javascript:alert(1)", false),
    ])
    func redirect(url: String, isTaken: Bool) {
        let body = Self.intent("requires_action", #","next_action":{"type":"redirect_to_url","redirect_to_url":{"url":"\#(url)"}}"#)
        guard case .payment(_, let found) = StripeAnswer.outcome(.confirm, status: 200, retryAfter: nil, body: Array(body.utf8)) else {
            Issue.record("no report")
            return
        }
        #expect(found == (isTaken ? url : nil))
    }

    @Test("The SDK's signature is taken within five minutes, nothing else is")
    func signature() {
        // stripe.WebhookSignature.generate_signature_header of the Python SDK made it.
        let body = #"{"id":"evt_1","object":"event","note":"Ñandú"}"#
        let header = "t=1795244400,v1=c53036f573f067d44800176366eebdee473963c33fa2d3983da35b5fd9e134c7"
        let sent = Timestamp(secondsSinceEpoch: 1_795_244_400)
        func isValid(_ header: String = header, _ body: String = body, secret: String = "whsec_test", after: Duration = .zero) -> Bool {
            StripeSignature.isValid(header, of: body, secret: secret, received: sent + after)
        }
        #expect(isValid() && isValid(after: .minutes(5)) && isValid(after: .zero - .minutes(5)))
        #expect(!isValid(after: .minutes(5) + .seconds(1)) && !isValid(after: .zero - .minutes(5) - .seconds(1)))
        #expect(!isValid(header, body + " ") && !isValid(secret: "whsec_other") && !isValid(secret: ""))
        #expect(isValid("t=1795244400,v1=" + String(repeating: "00", count: 32) + ",v1=" + header.suffix(64)))
        for bad in ["", "t=1795244400", "v1=" + header.suffix(64), "t=x,v1=" + header.suffix(64), "t=1795244401,v1=" + header.suffix(64),
                    header.replacing("v1=", with: "v0="), header.replacing("v1=c5", with: "v1=C6"), "t=-1,v1=00",
                    String(repeating: ",", count: 1000)] {
            #expect(!isValid(bad), "\(bad)")
        }
    }

    private static func definition(sandbox: Bool, _ own: [String: JSONValue] = [:], currency: Currency = .eur) -> TenantDefinition {
        let settings: [String: JSONValue] = ["secretKey": "stripe-key", "webhookSecret": "stripe-webhook",
            "returnURL": "https://app.example/back"]
        return TenantDefinition(tenant: "shop", name: "Shop", currency: currency, sandbox: sandbox, plugins: ["payments-stub": ["stripe"]],
            settings: ["payments-stub": ["stripe": .object(settings.merging(own) { _, new in new })]])
    }

    @Test("A tenant's settings are checked; only a sandbox may name http, and only this machine", arguments: [
        (false, "endpoint", "https://proxy.example", nil), (true, "endpoint", "http://127.0.0.1:12111", nil),
        (false, "endpoint", "http://127.0.0.1:12111", "stripe.endpoint"),
        (true, "endpoint", "http://stripe.example", "stripe.endpoint"), (true, "endpoint", "http://127.0.0.1.example", "stripe.endpoint"),
        (true, "endpoint", "https://user@stripe.example", "stripe.endpoint"),
        (true, "endpoint", "https://stripe.example/v1", "stripe.endpoint"),
        (true, "endpoint", "ftp://127.0.0.1", "stripe.endpoint"), (false, "returnURL", "http://app.example", "stripe.returnURL"),
        (false, "returnURL", "app://back", "stripe.returnURL"),
        (false, "secretKey", "sk_live_123", "stripe.secretKey"), (false, "webhookSecret", "../other", "stripe.webhookSecret"),
    ] as [(Bool, String, String, String?)])
    func settings(sandbox: Bool, key: String, value: String, problem: String?) throws {
        let definition = Self.definition(sandbox: sandbox, [key: .string(value)])
        let provider = StripeProvider()
        let found = provider.problems(definition.settings["payments-stub"] ?? .null, definition).map(\.path)
        #expect(found == (problem.map { [$0] } ?? []))
        guard problem != nil else { return }
        let environment = ["SOUK_PROVIDER_SHOP_STRIPE_KEY": sandbox ? "sk_test_1" : "sk_live_1"]
        let secrets = TenantSecrets(environment: environment, dataDirectory: "/nonexistent")
        #expect(throws: (any Error).self) { try provider.connection(of: definition, secrets) }
    }

    @Test("A sandbox calls with a test key only, an app in production with a live key only", arguments: [
        (true, "sk_test_1", true), (true, "sk_live_1", false), (false, "rk_live_1", true), (false, "sk_test_1", false),
        (false, "pk_live_1", false)])
    func modes(sandbox: Bool, key: String, isTaken: Bool) {
        let secrets = TenantSecrets(environment: ["SOUK_PROVIDER_SHOP_STRIPE_KEY": key], dataDirectory: "/nonexistent")
        #expect(((try? StripeProvider().connection(of: Self.definition(sandbox: sandbox), secrets)) != nil) == isTaken)
    }

    @Test("The time limit of a call covers the whole answer, not its head alone")
    func stalled() async throws {
        let server = try StalledServer()
        let secrets = TenantSecrets(environment: ["SOUK_PROVIDER_SHOP_STRIPE_KEY": "sk_test_1"], dataDirectory: "/nonexistent")
        let definition = Self.definition(sandbox: true, ["endpoint": .string("http://127.0.0.1:\(server.port)"), "timeoutSeconds": 1])
        let outcome = try await StripeProvider().connection(of: definition, secrets).perform(Self.request(.poll))
        #expect(outcome == .unavailable(code: "timeout"))
        withExtendedLifetime(server) {}
    }
}
