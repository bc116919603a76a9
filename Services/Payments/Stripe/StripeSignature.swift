import Crypto
import Foundation
import Kernel

/// The signature of Stripe's events (https://docs.stripe.com/webhooks#verify-manually):
/// `t=<Unix seconds>,v1=<HMAC-SHA256 of "t.body">,…`.
public enum StripeSignature {
    package static let header = "stripe-signature"
    /// An event may be this old when it arrives, and this far ahead of our clock.
    public static let tolerance: Duration = .minutes(5)

    /// - Parameter received: the real time at which the body arrived. A tenant's virtual clock is of no use here.
    public static func isValid(_ signature: String, of body: String, secret: String, received: Timestamp) -> Bool {
        var seconds: Int64?
        var signatures: [[UInt8]] = []
        for part in signature.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
            guard pair.count == 2 else { continue }
            if pair[0] == "t" { seconds = Int64(pair[1]) }
            if pair[0] == "v1", signatures.count < 8, let bytes = hex(pair[1]) { signatures.append(bytes) }
        }
        guard let seconds, seconds >= 0, !secret.isEmpty else { return false }
        let age = received.secondsSinceEpoch - seconds
        guard abs(age) <= tolerance.wholeSeconds else { return false }
        let key = SymmetricKey(data: Data(secret.utf8)), signed = Data("\(seconds).\(body)".utf8)
        // While a secret is renewed there are two signatures.
        return signatures.contains { HMAC<SHA256>.isValidAuthenticationCode(Data($0), authenticating: signed, using: key) }
    }

    private static func hex(_ text: String) -> [UInt8]? {
        guard text.utf8.count == 64 else { return nil }
        var bytes: [UInt8] = []
        var rest = Substring(text)
        while !rest.isEmpty {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
