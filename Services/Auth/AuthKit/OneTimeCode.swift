import Crypto
import Foundation
import Kernel

/// Six digits that leave the platform by one channel and come back once.
public struct OneTimeCode: Hashable, Sendable {
    /// What it proves. Raw values are stored.
    public enum Purpose: String, Sendable, Codable, CaseIterable {
        case signIn = "sign-in"
        case passwordReset = "password-reset"
        case verifyEmail = "verify-email"
        case verifyPhone = "verify-phone"
    }

    /// Tenant data.
    public struct Rule: Hashable, Sendable, Codable {
        public var lifeSeconds = 5 * 60
        public var resetLifeSeconds = 15 * 60
        public var resendSeconds = 60
        public var perHourMax = 5
        public var triesMax = 5
        /// Whether the first sign-in with a code makes the account.
        public var createsAccounts = false
        public init() {}
        public init(from decoder: any Decoder) throws {
            let box = try decoder.container(keyedBy: CodingKeys.self)
            lifeSeconds = try box.decodeIfPresent(Int.self, forKey: .lifeSeconds) ?? lifeSeconds
            resetLifeSeconds = try box.decodeIfPresent(Int.self, forKey: .resetLifeSeconds) ?? resetLifeSeconds
            resendSeconds = try box.decodeIfPresent(Int.self, forKey: .resendSeconds) ?? resendSeconds
            perHourMax = try box.decodeIfPresent(Int.self, forKey: .perHourMax) ?? perHourMax
            triesMax = try box.decodeIfPresent(Int.self, forKey: .triesMax) ?? triesMax
            createsAccounts = try box.decodeIfPresent(Bool.self, forKey: .createsAccounts) ?? createsAccounts
        }
        package func life(of purpose: Purpose) -> Duration {
            switch purpose {
            case .passwordReset: .seconds(resetLifeSeconds)
            case .signIn, .verifyEmail, .verifyPhone: .seconds(lifeSeconds)
            }
        }
    }

    public let purpose: Purpose
    /// Whom it is for: an identifier's key, or a user id.
    public let subject: String
    /// Where it was sent. A code for an address that was changed since proves nothing.
    public let address: String
    /// HMAC of the code: six digits would fall to trying them all.
    public let proof: [UInt8]
    /// HMAC of the token in a link, where one was sent.
    public var tokenProof: [UInt8]?
    public let expiresAt: Timestamp
    public var wrongTries = 0

    package init(purpose: Purpose, subject: String, address: String, proof: [UInt8], tokenProof: [UInt8]?, expiresAt: Timestamp,
         wrongTries: Int = 0) {
        (self.purpose, self.subject, self.address, self.proof, self.tokenProof) = (purpose, subject, address, proof, tokenProof)
        (self.expiresAt, self.wrongTries) = (expiresAt, wrongTries)
    }

    /// Six digits from secret bytes.
    public static func digits(from secret: [UInt8]) -> String {
        let number = secret.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 1_000_000
        let text = String(number)
        return String(repeating: "0", count: 6 - text.count) + text
    }

    /// What is stored and what travels through the log in place of the code.
    public static func proof(of code: String, purpose: Purpose, subject: String, tenant: TenantID, key: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Data("\(tenant)\n\(purpose.rawValue)\n\(subject)\n\(code)".utf8),
                                              using: SymmetricKey(data: key)))
    }

    /// The same for the token of a link.
    public static func proof(ofToken token: String, tenant: TenantID, key: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Data("\(tenant)\ntoken\n\(token)".utf8), using: SymmetricKey(data: key)))
    }

    public enum Verdict: Hashable, Sendable { case right, wrong, dead }

    /// Judges a try and counts it.
    public mutating func judge(_ candidate: [UInt8], at now: Timestamp, _ rule: Rule) -> Verdict {
        guard now < expiresAt, wrongTries < rule.triesMax else { return .dead }
        // Both are HMACs under a key the sender does not know: how long comparing takes tells nothing.
        if candidate == proof { return .right }
        wrongTries += 1
        return .wrong
    }
}
