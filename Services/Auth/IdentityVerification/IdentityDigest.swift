import Crypto
import Foundation
import Kernel

/// Tells whether two accounts named one document, and nothing else about it.
enum IdentityDigest {
    static let keyUse = "identity-document"

    static func of(_ number: String, type: String, tenant: TenantID, key: [UInt8]) -> String {
        let text = "\(tenant)\n\(type)\n\(number)"
        return Base64URL.encode(Array(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: key))))
    }
}
