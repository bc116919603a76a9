import Kernel
import PaymentsService
import Testing

/// What every provider must do, whatever it stands for.
@Suite("Every payment provider")
struct ProviderConformanceTests {
    static let now = Timestamp(secondsSinceEpoch: 1_795_244_400)
    static let money = Money(50_000, .ugx)
    /// Details that should pass, per type.
    static let good: [String: [MethodDetails]] = [
        "card": ["4242424242424242", "4000000000000002", "4000000000009995", "4000000000000069", "4000000000000127", "4000000000000119", "4000002500003155",
                 "4000000000007726", "4000000000005126", "5555555555554444"].map { MethodDetails(type: "card", number: $0, expMonth: 11, expYear: 2026,
                     cvc: "123") },
        "mtn_momo": ["00", "01", "02", "03", "04", "77"].map { MethodDetails(type: "mtn_momo", phone: "+2567720000\($0)") },
        "airtel_money": ["00", "01", "02", "03", "04", "77"].map { MethodDetails(type: "airtel_money", phone: "0752 0000\($0)") },
        "cash": [MethodDetails(type: "cash")],
    ]

    private func attempts(_ provider: any PaymentProvider) throws -> [Attempt] {
        try (Self.good[provider.name] ?? []).map { details in
            var check = MethodCheck()
            let token = try #require(provider.tokenise(details, at: Self.now, phonePrefix: "+256", &check))
            return Attempt(number: 1, method: token, startedAt: Self.now, deadlineAt: Self.now + .minutes(15), misbehaviour: nil)
        }
    }

    @Test("has a name of its own")
    func names() {
        #expect(Set(PaymentProviders.all.map(\.name)).count == PaymentProviders.all.count)
        #expect(Set(PaymentProviders.all.map(\.name)) == Set(Self.good.keys))
    }

    @Test("makes tokens of its own type that keep nothing secret", arguments: PaymentProviders.all.map(\.name))
    func tokens(name: String) throws {
        let provider = try #require(PaymentProviders.named(name))
        for (details, attempt) in zip(Self.good[name] ?? [], try attempts(provider)) {
            #expect(attempt.method.type == name)
            #expect(attempt.method.last4.count <= 4)
            let text = String(decoding: try JSON.encode(attempt.method), as: UTF8.self)
            if let secret = details.number ?? details.phone?.filter({ $0 != " " }) { #expect(!text.contains(secret.dropFirst(4))) }
            #expect(!text.contains("\"123\""))
        }
    }

    @Test("gives the same answer to the same question", arguments: PaymentProviders.all.map(\.name))
    func pure(name: String) throws {
        let provider = try #require(PaymentProviders.named(name))
        for attempt in try attempts(provider) {
            #expect(provider.capture(attempt, amount: Self.money) == provider.capture(attempt, amount: Self.money))
            #expect(provider.poll(attempt) == provider.poll(attempt))
            #expect(provider.refund(attempt, amount: Self.money, tries: 1) == provider.refund(attempt, amount: Self.money, tries: 1))
        }
    }

    @Test("says the same when it is asked as when it calls back", arguments: PaymentProviders.all.map(\.name))
    func pollAgrees(name: String) throws {
        let provider = try #require(PaymentProviders.named(name))
        for attempt in try attempts(provider) {
            switch provider.capture(attempt, amount: Self.money) {
            case .settled(let result, _): #expect(provider.poll(attempt) == result)
            case .pending(let callbacks): #expect(provider.poll(attempt) == callbacks.first?.result)
            case .needsAction(let action):
                #expect(provider.poll(attempt) == nil)
                #expect(!action.instructions.isEmpty)
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

    @Test("ends every refund within its tries", arguments: PaymentProviders.all.map(\.name))
    func refundsEnd(name: String) throws {
        let provider = try #require(PaymentProviders.named(name))
        for attempt in try attempts(provider) {
            let last = provider.refund(attempt, amount: Self.money, tries: Refund.retryAfter.count + 1)
            if case .pending = last { Issue.record("\(name) is still pending at its last try") }
        }
    }

    @Test("names every field that is wrong", arguments: [
        (MethodDetails(type: "card"), ["cvc", "expMonth", "expYear", "number"]),
        (MethodDetails(type: "card", number: "4242424242424241", expMonth: 13, expYear: 26, cvc: "12"), ["cvc", "expMonth", "expYear", "number"]),
        (MethodDetails(type: "card", number: "4242424242424242", expMonth: 10, expYear: 2026, cvc: "123"), ["expYear"]),
        (MethodDetails(type: "card", number: "378282246310005", expMonth: 10, expYear: 2028, cvc: "123"), ["cvc"]),
        (MethodDetails(type: "mtn_momo"), ["phone"]), (MethodDetails(type: "airtel_money", phone: "+256 75 phone"), ["phone"]),
    ])
    func refusals(details: MethodDetails, fields: [String]) throws {
        let provider = try #require(PaymentProviders.named(details.type))
        var check = MethodCheck()
        #expect(provider.tokenise(details, at: Self.now, phonePrefix: "+256", &check) == nil)
        #expect(check.validation.errors.keys.sorted() == fields)
    }
}
