import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// Stripe, with payment intents: the app gets a payment method from Stripe's own form, so no card number comes here.
/// https://docs.stripe.com/api/payment_intents
public struct StripeProvider: RemoteProvider {
    public let name = "stripe"
    public let fields: [String: Schema] = ["token": .string(nil, "The payment method that the provider's form made: `pm_…`.")]
    public let actions = ["redirect", "three_d_secure"]
    public let unansweredCode = "authentication_expired"
    public let authorizes = true
    /// Stripe lets a method without a customer be used once.
    public let keepsMethods = false
    public var reads: [SettingsReading] { [.values(StripeSettings.self, at: StripeSettings.place)] }
    public var settingsReference: [SettingDescription] { StripeSettings.reference }
    public init() {}

    public func tokenise(_ details: MethodDetails, at now: Timestamp, phonePrefix: String, _ check: inout MethodCheck) -> MethodToken? {
        guard let token = details.token?.trimmed, Self.isID(token, prefix: "pm_") else {
            check.fail("token", details.token == nil ? "is required" : "must be a payment method of Stripe")
            return nil
        }
        return MethodToken(type: name, reference: token, last4: "")
    }

    /// Ids stand in paths of requests, so nothing else gets there.
    static func isID(_ text: String, prefix: String) -> Bool {
        text.hasPrefix(prefix) && (prefix.utf8.count + 1...255).contains(text.utf8.count)
            && text.utf8.allSatisfy { (97...122).contains($0) || (65...90).contains($0) || (48...57).contains($0) || $0 == 95 }
    }

    public func problems(_ settings: JSONValue, _ definition: TenantDefinition) -> [(path: String, message: String)] {
        guard let own = settings[StripeSettings.place] else {
            return [(StripeSettings.place, "is required: secretKey, webhookSecret, returnURL")]
        }
        do {
            let problems = try own.decoded(as: StripeSettings.self).problems(isSandbox: definition.sandbox)
                + (StripeAmount.isTaken(definition.currency) ? [] : [("", "Stripe does not take \(definition.currency)")])
            return problems.map { (StripeSettings.place + ($0.path.isEmpty ? "" : ".\($0.path)"), $0.message) }
        } catch {
            return SettingsProblem.of(error).map { (StripeSettings.place + ($0.path.isEmpty ? "" : ".\($0.path)"), $0.message) }
        }
    }

    public func connection(of definition: TenantDefinition, _ secrets: TenantSecrets) throws -> any ProviderConnection {
        let settings = try StripeSettings.of(definition)
        return try StripeConnection(settings, isSandbox: definition.sandbox, key: secrets.value(settings.secretKey, of: definition.tenant))
    }

    public var webhook: Route {
        Route("POST", "/payment-webhooks/stripe", .intake, PrepareStripeEvent.type, access: .guest, plugin: name,
              headers: [StripeSignature.header], summary: "For Stripe: its signed events",
              answer: .object(["received": .boolean], required: ["received"]), refusals: ["400 invalid-signature"]).with(rawBody: "payload")
    }
}

/// `settings.payments-stub.stripe` of a tenant. Secrets are named here and never written here.
struct StripeSettings: Decodable, Sendable {
    static let place = "stripe"
    /// Name of the secret that holds the API key (`sk_…`, `rk_…`).
    let secretKey: String
    /// Name of the secret that signs the events (`whsec_…`).
    let webhookSecret: String
    /// Where customers come back to from their bank.
    let returnURL: String
    /// Another address than Stripe's, for tests.
    let endpoint: String?
    /// For one call, from the first byte to the answer.
    let timeoutSeconds: Int?

    static let standardEndpoint = "https://api.stripe.com"
    static let timeoutRange = 1...60
    var timeout: Int { timeoutSeconds ?? 20 }
    var base: String { endpoint ?? Self.standardEndpoint }

    struct Unusable: Error, CustomStringConvertible { let description: String }

    /// Throws when the tenant has none, or unsafe ones.
    static func of(_ definition: TenantDefinition) throws -> StripeSettings {
        guard let own = definition.settings[ServiceName.payments.rawValue]?[place] else {
            throw Unusable(description: "there are no settings of Stripe")
        }
        let settings = try own.decoded(as: StripeSettings.self)
        if let problem = settings.problems(isSandbox: definition.sandbox).first {
            throw Unusable(description: "\(problem.path) \(problem.message)")
        }
        return settings
    }

    /// - Parameter isSandbox: only a sandbox may use http, and only on this machine.
    func problems(isSandbox: Bool) -> [(path: String, message: String)] {
        var found: [(path: String, message: String)] = []
        for (path, name) in [("secretKey", secretKey), ("webhookSecret", webhookSecret)] where !TenantSecrets.isName(name) {
            found.append((path, "names a secret: lower case letters, digits and dashes"))
        }
        let address = isSandbox ? "must be an https address (http only on this machine)" : "must be an https address"
        if !SafeAddress.isSafe(base, isSandbox: isSandbox, hasPath: false) { found.append(("endpoint", address + " without a path")) }
        if !SafeAddress.isSafe(returnURL, isSandbox: isSandbox, hasPath: true) { found.append(("returnURL", address)) }
        if !Self.timeoutRange.contains(timeout) { found.append(("timeoutSeconds", "must be 1 to 60")) }
        return found
    }
}

/// Addresses that keys and customers may be sent to.
enum SafeAddress {
    /// https; http only in a sandbox, and only on this machine. Neither user names nor fragments.
    static func isSafe(_ text: String, isSandbox: Bool, hasPath: Bool) -> Bool {
        let isSecure = text.hasPrefix("https://")
        guard isSecure || isSandbox && text.hasPrefix("http://"), text.utf8.count <= 2_000 else { return false }
        guard text.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\\") }), !text.contains("#") else { return false }
        let rest = text.dropFirst(isSecure ? 8 : 7)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let path = rest.dropFirst(authority.utf8.count)
        guard hasPath || path.isEmpty, !authority.contains("@") else { return false }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, !host.isEmpty, parts.count <= 2 else { return false }
        guard parts.count == 1 || Int(parts[1]).map((1...65_535).contains) ?? false else { return false }
        let isName = host.utf8.allSatisfy {
            (97...122).contains($0) || (65...90).contains($0) || (48...57).contains($0) || $0 == 45 || $0 == 46
        }
        guard isName else { return false }
        return isSecure || host == "localhost" || host == "127.0.0.1"
    }
}
