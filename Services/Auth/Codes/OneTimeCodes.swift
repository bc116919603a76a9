import AuthKit
import Contracts
import Kernel
import Messaging
import ServiceKit

extension AuthTransaction {
    static let codeKeyUse = "one-time-code"
    private var codeKey: [UInt8] { context.serviceKey(Self.codeKeyUse) }

    /// Counts a request for a code. Throws 429 within a minute of the last one, or after too many in an hour; for
    /// people nobody knows as well.
    func countCodeRequest(_ purpose: OneTimeCode.Purpose, _ subject: String) throws {
        let rule = try authSettings().oneTimeCodes
        let hourAgo = now - .hours(1)
        let requests = try codes.requests(purpose, subject, since: hourAgo)
        if let last = requests.first, last + .seconds(rule.resendSeconds) > now {
            throw Rejection.tooManyRequests(wait: wait(until: last + .seconds(rule.resendSeconds)))
        }
        if requests.count >= rule.perHourMax, let oldest = requests.last {
            throw Rejection.tooManyRequests(wait: wait(until: oldest + .hours(1)))
        }
        try codes.note(purpose, subject, at: now, forgetBefore: hourAgo)
    }
    /// Whole seconds, rounded up: whoever waits so long is let in.
    private func wait(until: Timestamp) -> Duration { .seconds(Int((until - now).wholeMilliseconds + 999) / 1000) }

    enum CodeChannel: String { case sms, email }

    /// Makes a code, stores what proves it, and hands it sealed to whoever delivers it. The code before it is dead.
    /// - Parameter isDelivered: false for people nobody knows: the same work is done, so that time tells nothing, and nothing leaves.
    func issueCode(_ purpose: OneTimeCode.Purpose, subject: String, by channel: CodeChannel, to address: String, for account: Account?,
                   withLink: Bool = false, isDelivered: Bool = true) throws {
        let settings = try authSettings()
        let fixed = definition.sandbox && channel == .sms ? settings.fixedCodes[address] : nil
        let digits = fixed ?? OneTimeCode.digits(from: secretBytes(for: "one-time-code"))
        let token = withLink ? Base64URL.encode(secretBytes(for: "code-link")) : nil
        let code = OneTimeCode(purpose: purpose, subject: subject, address: address,
                               proof: OneTimeCode.proof(of: digits, purpose: purpose, subject: subject, tenant: tenant, key: codeKey),
                               tokenProof: token.map { OneTimeCode.proof(ofToken: $0, tenant: tenant, key: codeKey) },
                               expiresAt: now + settings.oneTimeCodes.life(of: purpose))
        try codes.put(code)
        let text = String(decoding: try JSON.encode(OneTimeCodeText(code: digits, token: token)), as: UTF8.self)
        let issued = OneTimeCodeIssued(userId: account?.id, purpose: purpose.rawValue, channel: channel.rawValue, to: address,
                                       locale: account?.locale ?? context.askedLanguage, expiresAt: code.expiresAt,
                                       sealed: try context.seal(text, for: "notifications"))
        if isDelivered { try publish(issued) }
    }

    /// Judges a code that came back and uses it up. Nil when it is wrong (that is counted), used, expired or was never sent.
    func redeem(_ purpose: OneTimeCode.Purpose, subject: String, proof: [UInt8]) throws -> OneTimeCode? {
        guard var code = try codes.find(purpose, subject) else { return nil }
        switch code.judge(proof, at: now, try authSettings().oneTimeCodes) {
        case .right:
            try codes.remove(code)
            return code
        case .wrong:
            try codes.put(code)
            return nil
        case .dead:
            return nil
        }
    }
}

extension PreprocessorContext {
    /// What stands for a code in the log.
    package func proof(of code: String, _ purpose: OneTimeCode.Purpose, subject: String) -> String {
        Base64URL.encode(OneTimeCode.proof(of: code.trimmed, purpose: purpose, subject: subject, tenant: tenant,
                                           key: serviceKey(AuthTransaction.codeKeyUse)))
    }
    package func proof(ofToken token: String) -> String {
        Base64URL.encode(OneTimeCode.proof(ofToken: token.trimmed, tenant: tenant, key: serviceKey(AuthTransaction.codeKeyUse)))
    }
}
