import Crypto
import FoundationEssentials
import Kernel

/// The signature of Twilio's webhooks (https://www.twilio.com/docs/usage/security#validating-requests): HMAC-SHA1 of the
/// address and of the form's fields in the order of their names, in Base64. It covers no time.
public enum TwilioSignature {
    package static let header = "x-twilio-signature"

    /// - Parameter url: as Twilio called it, with its query.
    public static func isValid(_ signature: String, url: String, form: [(name: String, value: String)], key: String) -> Bool {
        guard !key.isEmpty, let code = Data(base64Encoded: signature), code.count == Insecure.SHA1.byteCount else { return false }
        let fields = Dictionary(grouping: form, by: \.name).sorted {
            $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars)
        }
            .map { name, values in
                Set(values.map(\.value)).sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }.map { name + $0 }
                    .joined()
            }.joined()
        // Twilio writes the standard port into some of the addresses that it signs, and leaves it out of others.
        return [url, withPort(url)].contains { signed in
            HMAC<Insecure.SHA1>.isValidAuthenticationCode(code, authenticating: Data((signed + fields).utf8),
                                                          using: SymmetricKey(data: Data(key.utf8)))
        }
    }

    private static func withPort(_ url: String) -> String {
        guard url.hasPrefix("https://") else { return url }
        let rest = url.dropFirst(8), server = rest.prefix { $0 != "/" && $0 != "?" }
        return server.contains(":") ? url : "https://\(server):443" + rest.dropFirst(server.count)
    }
}

/// A posted form. Nil when it cannot be read.
enum PostedForm {
    static func read(_ text: String) -> [(name: String, value: String)]? {
        var fields: [(name: String, value: String)] = []
        for part in text.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decoded(pair[0]), let value = pair.count == 2 ? decoded(pair[1]) : "" else { return nil }
            fields.append((name, value))
        }
        return fields
    }

    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        case 97...102: byte - 87
        default: nil
        }
    }
}
