import Kernel
import PaymentsKit
import ServiceKit

/// Cards, with Stripe's documented test numbers. Other numbers that pass the checks succeed.
public struct CardProvider: SimulatedProvider {
    public let name = "card"
    public let actions = ["three_d_secure"]
    /// Types only: `tokenise` checks all fields together, so that one answer names every wrong field (including its check digit).
    public let fields: [String: Schema] = [
        "number": .string(nil, "12 to 19 digits with their check digit."), "expMonth": .integer(), "expYear": .integer(),
        "cvc": .string(nil, "3 digits, 4 of some brands."), "token": .string(nil, "What the payment sheet or form gave the app."),
    ]
    public var importedMethod: MethodToken? {
        MethodToken(type: name, reference: Behaviour.succeeds.rawValue, last4: "4242", brand: "visa", expMonth: 12, expYear: 2030)
    }
    public let unansweredCode = "authentication_expired"
    public let authorizes = true
    public init() {}

    /// What a test number does; the token's reference.
    enum Behaviour: String {
        case succeeds
        case declined = "card_declined"
        case insufficientFunds = "insufficient_funds"
        case expired = "expired_card"
        case wrongCVC = "incorrect_cvc"
        case processingError = "processing_error"
        case threeDSecure = "three_d_secure"
        case captureDeclined = "capture_declined"
        case refundPends = "refund_pends"
        case refundFailsOnce = "refund_fails_once"
        case refundFails = "refund_fails"
    }
    /// https://docs.stripe.com/testing. 4000000000000341 is authorised, and every capture of it is refused. Of 4000000000005134 the
    /// first try of a refund fails.
    static let testNumbers: [String: Behaviour] = [
        "4242424242424242": .succeeds, "4000000000000002": .declined, "4000000000009995": .insufficientFunds, "4000000000000069": .expired,
        "4000000000000127": .wrongCVC, "4000000000000119": .processingError, "4000002500003155": .threeDSecure,
        "4000000000000341": .captureDeclined, "4000000000007726": .refundPends, "4000000000005126": .refundFails,
        "4000000000005134": .refundFailsOnce,
    ]
    static let refundPendsFor: Duration = .seconds(3)
    /// Cards are not made for longer.
    static let expiryYearsAheadMax = 30

    public func tokenise(_ details: MethodDetails, at now: Timestamp, phonePrefix: String, _ check: inout MethodCheck) -> MethodToken? {
        if let token = details.token, details.number == nil { return kept(token.trimmed, &check) }
        let digits = (details.number ?? "").trimmed.filter { $0 != " " && $0 != "-" }
        let isNumber = (12...19).contains(digits.count) && digits.utf8.allSatisfy { (48...57).contains($0) } && Luhn.isValid(digits)
        if !isNumber { check.fail("number", details.number == nil ? "is required" : "is not a card number") }
        let brand = Self.brand(of: digits)
        checkExpiry(details, at: now, &check)
        let cvc = (details.cvc ?? "").trimmed
        let cvcLength = brand == "amex" ? 4 : 3
        // Without its number the brand is not known.
        let isAsLong = cvc.utf8.count == cvcLength || details.number == nil && cvc.utf8.count == 4
        if !isAsLong || !cvc.utf8.allSatisfy({ (48...57).contains($0) }) {
            check.fail("cvc", details.cvc == nil ? "is required" : "must have \(cvcLength) digits")
        }
        guard isNumber, check.validation.errors.isEmpty else { return nil }
        let behaviour = Self.testNumbers[digits] ?? .succeeds
        return MethodToken(type: name, reference: behaviour.rawValue, last4: String(digits.suffix(4)), brand: brand,
            expMonth: details.expMonth, expYear: details.expYear)
    }

    /// The app's form had the number and gave a token for it.
    private func kept(_ token: String, _ check: inout MethodCheck) -> MethodToken? {
        guard let known = SandboxToken.all[token], let expiry = importedMethod else {
            check.fail("token", "must be a token of the payment sheet")
            return nil
        }
        return MethodToken(type: name, reference: known.behaviour, last4: known.last4, brand: SandboxToken.brand,
                           expMonth: expiry.expMonth, expYear: expiry.expYear)
    }

    /// A card is good until the end of its month, in UTC.
    private func checkExpiry(_ details: MethodDetails, at now: Timestamp, _ check: inout MethodCheck) {
        let today = CalendarDate(daysSinceEpoch: Int(now.secondsSinceEpoch / 86_400))
        let month = details.expMonth ?? 0
        if !(1...12).contains(month) { check.fail("expMonth", details.expMonth == nil ? "is required" : "must be 1 to 12") }
        guard let year = details.expYear else { return check.fail("expYear", "is required") }
        guard (2000...today.year + Self.expiryYearsAheadMax).contains(year) else {
            return check.fail("expYear", "must be a year, four digits")
        }
        // A year that is over is, whatever the month.
        if year < today.year || (1...12).contains(month) && (year, month) < (today.year, today.month) { check.fail("expYear", "is over") }
    }

    public func capture(_ attempt: Attempt, amount: Money) -> ProviderAnswer {
        switch Behaviour(rawValue: attempt.method.reference) {
        case .succeeds, .captureDeclined, .refundPends, .refundFailsOnce, .refundFails: .settled(.succeeded)
        case .declined, .insufficientFunds, .expired, .wrongCVC, .processingError: .settled(.failed(attempt.method.reference))
        case .threeDSecure: .needsAction(CustomerAction(kind: "three_d_secure", instructions: "Confirm this payment with your bank."))
        case nil: .settled(.failed("invalid_token"))
        }
    }

    public func captureAuthorized(_ attempt: Attempt, amount: Money) -> ProviderCaptureAnswer {
        Behaviour(rawValue: attempt.method.reference) == .captureDeclined ? .declined(code: "capture_declined") : .succeeded
    }

    public func decide(_ decision: CustomerDecision, _ attempt: Attempt, amount: Money) -> ProviderAnswer {
        switch decision {
        case .approve: .settled(.succeeded)
        case .reject: .settled(.failed("authentication_failed"))
        }
    }

    public func poll(_ attempt: Attempt) -> AttemptResult? {
        switch attempt.decision {
        case .approve: return .succeeded
        case .reject: return .failed("authentication_failed")
        case nil: break
        }
        switch Behaviour(rawValue: attempt.method.reference) {
        case .succeeds, .captureDeclined, .refundPends, .refundFailsOnce, .refundFails: return .succeeded
        case .declined, .insufficientFunds, .expired, .wrongCVC, .processingError: return .failed(attempt.method.reference)
        case .threeDSecure: return nil
        case nil: return .failed("invalid_token")
        }
    }

    public func refund(_ attempt: Attempt, amount: Money, tries: Int) -> ProviderRefundAnswer {
        switch Behaviour(rawValue: attempt.method.reference) {
        case .refundPends: tries == 1 ? .pending(Self.refundPendsFor) : .succeeded
        case .refundFailsOnce: tries == 1 ? .failed(code: "refund_failed") : .succeeded
        case .refundFails: .failed(code: "refund_failed")
        case .succeeds, .declined, .insufficientFunds, .expired, .wrongCVC, .processingError, .threeDSecure, .captureDeclined, nil:
            .succeeded
        }
    }

    /// By the issuer's number range.
    package static func brand(of digits: String) -> String {
        guard let first2 = Int(digits.prefix(2)), let first4 = Int(digits.prefix(4)) else { return "unknown" }
        if digits.hasPrefix("4") { return "visa" }
        if (51...55).contains(first2) || (2221...2720).contains(first4) { return "mastercard" }
        if first2 == 34 || first2 == 37 { return "amex" }
        if first4 == 6011 || first2 == 65 { return "discover" }
        if first2 == 62 { return "unionpay" }
        if (3528...3589).contains(first4) { return "jcb" }
        if first2 == 30 || first2 == 36 || first2 == 38 || first2 == 39 { return "diners" }
        return "unknown"
    }
}

/// ISO/IEC 7812-1, annex B: the check digit of card numbers.
enum Luhn {
    /// Only for texts of decimal digits.
    static func isValid(_ digits: String) -> Bool {
        var sum = 0
        for (place, digit) in digits.utf8.reversed().enumerated() {
            let value = Int(digit) - 48
            sum += place % 2 == 0 ? value : (value * 2 > 9 ? value * 2 - 9 : value * 2)
        }
        return sum % 10 == 0
    }
}
