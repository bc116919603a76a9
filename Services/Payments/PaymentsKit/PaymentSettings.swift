import Kernel
import ServiceKit

/// `settings.payments-stub` of a tenant. Everything has a default.
public struct PaymentSettings: Decodable, Sendable {
    /// How long an attempt may wait for its result.
    public var attemptMinutes = 15
    /// From an attempt's start until the provider is asked for its result.
    public var pollAfterMinutes = 15
    /// How much more than the authorised amount may be captured.
    public var overCapturePercent = 0
    /// A started attempt keeps the hold this much longer than the attempt itself.
    public var paymentGraceMinutes = 5
    public var attemptsPerOrderMax = 5
    /// Failed attempts of one user within an hour.
    public var failuresPerUserPerHourMax = 10
    /// What `X-Sandbox-Payment: late` means, from the attempt's start.
    public var lateMinutes = 20
    /// The platform's part of a sale.
    public var platformFeePercent = 0
    /// Earnings stay on hold this long after the end of the event.
    public var earningsReleaseHours = 24
    /// Smallest withdrawal, minor units.
    public var withdrawalMinimum = 0
    /// How long the provider takes to pay a withdrawal out.
    public var withdrawalSettleSeconds = 5
    /// Attempts do not extend the time to pay.
    public var fixedWindow = false
    /// What forbids a payment or a refund is `conflict`, without a slug of its own.
    public var plainConflicts = false
    /// What changes an unknown payment or webhook is 404 before the fields of the request are judged.
    public var unknownFirst = false
    /// Every attempt of this tenant misbehaves so (sandbox): the text of `X-Sandbox-Payment`.
    public var fault: String?
    /// The only tokens that are taken in place of a card number (sandbox); nil: all that a provider knows.
    public var sandboxTokens: [String]?

    public init() {}
    private enum Key: String, CodingKey {
        case attemptMinutes, pollAfterMinutes, overCapturePercent, paymentGraceMinutes, attemptsPerOrderMax
        case failuresPerUserPerHourMax, lateMinutes
        case platformFeePercent, earningsReleaseHours, withdrawalMinimum, withdrawalSettleSeconds, fault = "misbehaviour"
        case fixedWindow, plainConflicts, unknownFirst, sandboxTokens
    }
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func number(_ key: Key, _ standard: Int) throws -> Int { try container.decodeIfPresent(Int.self, forKey: key) ?? standard }
        attemptMinutes = try number(.attemptMinutes, attemptMinutes)
        pollAfterMinutes = try number(.pollAfterMinutes, pollAfterMinutes)
        overCapturePercent = try number(.overCapturePercent, overCapturePercent)
        paymentGraceMinutes = try number(.paymentGraceMinutes, paymentGraceMinutes)
        attemptsPerOrderMax = try number(.attemptsPerOrderMax, attemptsPerOrderMax)
        failuresPerUserPerHourMax = try number(.failuresPerUserPerHourMax, failuresPerUserPerHourMax)
        lateMinutes = try number(.lateMinutes, lateMinutes)
        platformFeePercent = try number(.platformFeePercent, platformFeePercent)
        earningsReleaseHours = try number(.earningsReleaseHours, earningsReleaseHours)
        withdrawalMinimum = try number(.withdrawalMinimum, withdrawalMinimum)
        withdrawalSettleSeconds = try number(.withdrawalSettleSeconds, withdrawalSettleSeconds)
        fixedWindow = try container.decodeIfPresent(Bool.self, forKey: .fixedWindow) ?? false
        plainConflicts = try container.decodeIfPresent(Bool.self, forKey: .plainConflicts) ?? false
        unknownFirst = try container.decodeIfPresent(Bool.self, forKey: .unknownFirst) ?? false
        fault = try container.decodeIfPresent(String.self, forKey: .fault)
        sandboxTokens = try container.decodeIfPresent([String].self, forKey: .sandboxTokens)
    }

    /// What is wrong with a tenant's settings of this service.
    package static func problems(of settings: JSONValue) -> [(path: String, message: String)] {
        do {
            return try settings.decoded(as: PaymentSettings.self).problems
        } catch {
            return SettingsProblem.of(error)
        }
    }

    /// What is wrong with them, by name; empty when they can be used.
    public var problems: [(path: String, message: String)] {
        var found: [(path: String, message: String)] = []
        func check(_ name: String, _ value: Int, _ range: ClosedRange<Int>) {
            if !range.contains(value) { found.append((name, "must be \(range.lowerBound) to \(range.upperBound)")) }
        }
        check("attemptMinutes", attemptMinutes, 1...1440)
        check("pollAfterMinutes", pollAfterMinutes, 1...1440)
        check("overCapturePercent", overCapturePercent, 0...100)
        check("paymentGraceMinutes", paymentGraceMinutes, 0...1440)
        check("attemptsPerOrderMax", attemptsPerOrderMax, 1...100)
        check("failuresPerUserPerHourMax", failuresPerUserPerHourMax, 1...1000)
        check("lateMinutes", lateMinutes, 1...43_200)
        check("platformFeePercent", platformFeePercent, 0...100)
        check("earningsReleaseHours", earningsReleaseHours, 0...8760)
        check("withdrawalMinimum", withdrawalMinimum, 0...1_000_000_000)
        check("withdrawalSettleSeconds", withdrawalSettleSeconds, 0...2_592_000)
        if let fault, FaultInjection(fault) == nil {
            found.append(("misbehaviour", "is none of late, late=<duration>, duplicate, never, out-of-order"))
        }
        if let sandboxTokens, sandboxTokens.isEmpty || sandboxTokens.contains("") {
            found.append(("sandboxTokens", "must be a list of tokens"))
        }
        return found
    }
}
