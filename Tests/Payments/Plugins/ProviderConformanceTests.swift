import Contracts
import Kernel
import Messaging
import PaymentsKit
import PaymentsService
import ServiceKit
import Testing

/// What every provider must do, whatever it stands for.
@Suite("Every payment provider")
struct ProviderConformanceTests {
    static let now = Timestamp(secondsSinceEpoch: 1_795_244_400)
    static let money = Money(50_000, .ugx)
    /// Details that should pass, per type.
    static let good: [String: [MethodDetails]] = [
        "card": ["4242424242424242", "4000000000000002", "4000000000009995", "4000000000000069", "4000000000000127", "4000000000000119",
                 "4000002500003155", "4000000000007726", "4000000000005126", "4000000000005134", "4000000000000341",
                 "5555555555554444"].map {
            MethodDetails(type: "card", number: $0, expMonth: 11, expYear: 2026, cvc: "123")
        } + stripeTokens.map { MethodDetails(type: "card", token: $0) },
        "mtn_momo": ["00", "01", "02", "03", "04", "77"].map { MethodDetails(type: "mtn_momo", phone: "+2567720000\($0)") },
        "airtel_money": ["00", "01", "02", "03", "04", "77"].map { MethodDetails(type: "airtel_money", phone: "0752 0000\($0)") },
        "cash": [MethodDetails(type: "cash")],
        "apple_pay": (["tok_apple_ok", "tok_apple_declined"] + stripeTokens).map { MethodDetails(type: "apple_pay", token: $0) },
        "google_pay": stripeTokens.map { MethodDetails(type: "google_pay", token: $0) },
        "stripe": [MethodDetails(type: "stripe", token: "pm_card_visa"),
                   MethodDetails(type: "stripe", token: "pm_1PgafmB7WZ01zgkWGLLhkyVM")],
    ]
    private static let stripeTokens = [
        "tok_visa", "tok_chargeDeclined", "tok_chargeDeclinedInsufficientFunds", "tok_chargeDeclinedExpiredCard",
        "tok_chargeDeclinedIncorrectCvc", "tok_chargeDeclinedProcessingError",
    ]
    static let allNames = Payments.providers.all.map(\.name)
    static let simulatedNames = Payments.providers.all.compactMap { provider -> String? in
        if case .simulated = provider.work { provider.name } else { nil }
    }
    static let remoteNames = Payments.providers.remote.map(\.name)

    private func simulated(_ name: String) throws -> any SimulatedProvider {
        guard case .simulated(let provider) = try #require(Payments.providers.named(name)).work else { throw CancellationError() }
        return provider
    }
    private func attempts(_ provider: any PaymentProvider) throws -> [Attempt] {
        try (Self.good[provider.name] ?? []).map { details in
            var check = MethodCheck()
            let token = try #require(provider.tokenise(details, at: Self.now, phonePrefix: "+256", &check))
            return Attempt(number: 1, method: token, startedAt: Self.now, deadlineAt: Self.now + .minutes(15), fault: nil)
        }
    }

    @Test("has a name of its own, and is either simulated or remote")
    func names() {
        #expect(Set(Self.allNames).count == Self.allNames.count)
        #expect(Set(Self.allNames) == Set(Self.good.keys))
        #expect(Set(Self.simulatedNames + Self.remoteNames) == Set(Self.allNames))
    }

    @Test("is offered by the routes without being listed there", arguments: allNames)
    func routes(name: String) throws {
        let provider = try #require(Payments.providers.named(name))
        let routes = Payments.contents.routes
        let keep = try #require(routes.first { $0.method == "POST" && $0.path == "/payment-methods" })
        let confirm = try #require(routes.first { $0.path == "/payments/{paymentId}/confirm" })
        let bodies = [keep.body?.json, confirm.body?.json["properties"]?["method"]]
        for body in bodies {
            #expect(body?["properties"]?["type"]?["enum"]?.array?.contains(.string(name)) == true)
            for field in provider.fields.keys { #expect(body?["properties"]?[field] != nil, "\(field)") }
        }
        #expect(Set(provider.fields.keys).isSubset(of: keep.sealed))
        let payout = try #require(routes.first { $0.method == "PUT" && $0.path == "/organizer/payout-account" })
        // The handler judges the type, after a suspension.
        #expect(payout.body?.json["properties"]?["type"]?["description"]?.string?.contains(name) == provider.paysOut)
        let shown = try #require(routes.first { $0.method == "GET" && $0.path == "/payments/{paymentId}" }?.answer?.json["properties"])
        let kinds = shown["nextAction"]?["properties"]?["type"]?["enum"]?.array
        for action in provider.actions { #expect(kinds?.contains(.string(action)) == true, "\(action)") }
    }

    @Test("makes tokens of its own type that keep nothing secret", arguments: allNames)
    func tokens(name: String) throws {
        let provider = try #require(Payments.providers.named(name))
        for (details, attempt) in zip(Self.good[name] ?? [], try attempts(provider)) {
            #expect(attempt.method.type == name)
            #expect(attempt.method.last4.count <= 4)
            let text = String(decoding: try JSON.encode(attempt.method), as: UTF8.self)
            if let secret = details.number ?? details.phone?.filter({ $0 != " " }) { #expect(!text.contains(secret.dropFirst(4))) }
            #expect(!text.contains("\"123\""))
        }
        if let imported = provider.importedMethod { #expect(imported.type == name) }
    }

    @Test("gives the same answer to the same question", arguments: simulatedNames)
    func pure(name: String) throws {
        let provider = try simulated(name)
        for attempt in try attempts(provider) {
            #expect(provider.capture(attempt, amount: Self.money) == provider.capture(attempt, amount: Self.money))
            #expect(provider.poll(attempt) == provider.poll(attempt))
            #expect(provider.refund(attempt, amount: Self.money, tries: 1) == provider.refund(attempt, amount: Self.money, tries: 1))
        }
    }

    @Test("says the same when it is asked as when it calls back", arguments: simulatedNames)
    func pollAgrees(name: String) throws {
        let provider = try simulated(name)
        for attempt in try attempts(provider) {
            switch provider.capture(attempt, amount: Self.money) {
            case .settled(let result, _): #expect(provider.poll(attempt) == result)
            case .pending(let callbacks): #expect(provider.poll(attempt) == callbacks.first?.result)
            case .needsAction(let action):
                #expect(provider.poll(attempt) == nil)
                #expect(!action.instructions.isEmpty && provider.actions.contains(action.kind))
                for decision in [CustomerDecision.approve, .reject] {
                    var decided = attempt
                    decided.decision = decision
                    guard case .settled(let result, _) = provider.decide(decision, decided, amount: Self.money) else { continue }
                    #expect(provider.poll(decided) == result)
                    #expect((result == .succeeded) == (decision == .approve))
                }
            }
        }
    }

    @Test("says the same to the same capture, and refuses with a code", arguments: simulatedNames)
    func captures(name: String) throws {
        let provider = try simulated(name)
        for attempt in try attempts(provider) {
            let answer = provider.captureAuthorized(attempt, amount: Self.money)
            #expect(provider.captureAuthorized(attempt, amount: Self.money) == answer)
            if case .declined(let code) = answer { #expect(provider.authorizes && !code.isEmpty) }
        }
    }

    @Test("has a card behind it if it keeps money ready for a capture", arguments: allNames)
    func authorizes(name: String) throws {
        #expect(try #require(Payments.providers.named(name)).authorizes == ["card", "stripe", "apple_pay", "google_pay"].contains(name))
    }

    @Test("ends every refund within its tries", arguments: simulatedNames)
    func refundsEnd(name: String) throws {
        let provider = try simulated(name)
        for attempt in try attempts(provider) {
            let last = provider.refund(attempt, amount: Self.money, tries: Refund.retryAfter.count + 1)
            if case .pending = last { Issue.record("\(name) is still pending at its last try") }
        }
    }

    @Test("has a webhook of its own that takes the body as it came, for tenants that use it", arguments: remoteNames)
    func webhook(name: String) throws {
        let provider = try #require(Payments.providers.remote.first { $0.name == name })
        let route = provider.webhook
        #expect(route.method == "POST" && route.kind == .intake && route.access == .guest && route.plugin == name)
        #expect(route.rawBody != nil && route.body == nil)
        #expect(Payments.contents.routes.contains(route))
        #expect(Payments.contents.preprocessors.contains { $0.type == route.message })
    }

    @Test("refuses to call anybody without settings, and without the secret they name", arguments: remoteNames)
    func connection(name: String) throws {
        let provider = try #require(Payments.providers.remote.first { $0.name == name })
        let definition = TenantDefinition(tenant: "shop", name: "Shop", currency: .eur, sandbox: true, plugins: ["payments-stub": [name]])
        let nothing = TenantSecrets(environment: [:], dataDirectory: "/nonexistent")
        #expect(throws: (any Error).self) { try provider.connection(of: definition, nothing) }
        #expect(!provider.problems(.object([:]), definition).isEmpty)
    }

    @Test("takes what people type, as profiles do: spaces around it, and marks in a phone number", arguments: [
        MethodDetails(type: "card", number: " 4242 4242 4242 4242\n", expMonth: 10, expYear: 2028, cvc: " 123 "),
        MethodDetails(type: "mtn_momo", phone: "(0772) 004.242"), MethodDetails(type: "mtn_momo", phone: "772 004242\n"),
        MethodDetails(type: "airtel_money", phone: "00256-772-004242"),
    ])
    func typed(details: MethodDetails) throws {
        let provider = try #require(Payments.providers.named(details.type))
        var check = MethodCheck()
        #expect(provider.tokenise(details, at: Self.now, phonePrefix: "+256", &check)?.last4 == "4242")
    }

    @Test("names every field that is wrong", arguments: [
        (MethodDetails(type: "card"), ["cvc", "expMonth", "expYear", "number"]),
        (MethodDetails(type: "card", number: "4242424242424241", expMonth: 13, expYear: 26, cvc: "12"),
         ["cvc", "expMonth", "expYear", "number"]),
        (MethodDetails(type: "card", number: "4242424242424242", expMonth: 10, expYear: 2026, cvc: "123"), ["expYear"]),
        (MethodDetails(type: "card", number: "378282246310005", expMonth: 10, expYear: 2028, cvc: "123"), ["cvc"]),
        (MethodDetails(type: "card", expMonth: 10, expYear: 2028, cvc: "1234"), ["number"]),
        (MethodDetails(type: "card", token: "tok_apple_ok"), ["token"]), (MethodDetails(type: "google_pay"), ["token"]),
        (MethodDetails(type: "google_pay", token: "tok_apple_ok"), ["token"]),
        (MethodDetails(type: "mtn_momo"), ["phone"]), (MethodDetails(type: "airtel_money", phone: "+256 75 phone"), ["phone"]),
        (MethodDetails(type: "stripe"), ["token"]), (MethodDetails(type: "stripe", token: "tok_visa"), ["token"]),
        (MethodDetails(type: "stripe", token: "pm_1/../refunds"), ["token"]),
    ])
    func refusals(details: MethodDetails, fields: [String]) throws {
        let provider = try #require(Payments.providers.named(details.type))
        var check = MethodCheck()
        #expect(provider.tokenise(details, at: Self.now, phonePrefix: "+256", &check) == nil)
        #expect(check.validation.errors.keys.sorted() == fields)
    }
}
