import Contracts
import Crypto
import Kernel

/// What is made of a key of the service and never stored: the code that a customer says at the door, the token of a
/// shared link.
package enum FoodSecrets {
    package static let codeUse = "food-delivery-code"
    package static let linkUse = "food-tracking-link"

    /// Four digits, the same for an order every time.
    package static func code(of order: OrderID, key: [UInt8]) -> String {
        let bytes = digest([order.rawValue], key)
        let number = bytes.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) } % 10_000
        let digits = String(number)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
    package static func token(of order: OrderID, nonce: String, key: [UInt8]) -> String {
        Base64URL.encode(digest([order.rawValue, nonce], key).prefix(24))
    }
    /// What is stored of a token.
    package static func hash(_ token: String) -> String { Base64URL.encode(Array(SHA256.hash(data: Array(token.utf8)))) }

    private static func digest(_ parts: [String], _ key: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(parts.joined(separator: "|").utf8), using: SymmetricKey(data: key)))
    }
}
