import Crypto
import Foundation
import Kernel

/// Signs what is sent, as Standard Webhooks says (https://www.standardwebhooks.com), so that receivers check it with any of its libraries.
public enum WebhookSignature {
    public static let prefix = "whsec_"
    /// How long the secret before a rotation signs, too.
    public static let previousValidFor: Duration = .hours(24)

    /// The text that receivers keep, of 32 secret bytes.
    public static func secret(of bytes: [UInt8]) -> String { prefix + Data(bytes).base64EncodedString() }

    /// `webhook-signature`: one signature for each secret, the newest first.
    /// Nil: a secret is none of ours.
    public static func header(secrets: [String], id: String, seconds: Int64, body: [UInt8]) -> String? {
        let signed = Array("\(id).\(seconds).".utf8) + body
        var parts: [String] = []
        for secret in secrets {
            guard secret.hasPrefix(prefix), let key = Data(base64Encoded: String(secret.dropFirst(prefix.count))) else { return nil }
            let mac = HMAC<SHA256>.authenticationCode(for: signed, using: SymmetricKey(data: key))
            parts.append("v1," + Data(mac).base64EncodedString())
        }
        return parts.joined(separator: " ")
    }
}
