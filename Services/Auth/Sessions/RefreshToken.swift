import Crypto
import Foundation
import Kernel

/// The text a device keeps to stay signed in: `<session>.<generation>.<HMAC-SHA-256>`, base64url.
///
/// Nothing of it is stored. The service's key proves that a token is ours and which one it is, so an old one is told from a forged one,
/// and the current one can be said again to a client that lost it.
public struct RefreshToken: Hashable, Sendable {
    public let sessionID: String
    public let generation: Int
    public init(sessionID: String, generation: Int) { (self.sessionID, self.generation) = (sessionID, generation) }

    public func text(tenant: TenantID, key: [UInt8]) -> String {
        "\(sessionID).\(generation)." + Base64URL.encode(Array(Self.code(sessionID, generation, tenant, key)))
    }

    /// Nil when it was not issued under this key for this tenant. Says nothing about whether it is still good.
    public init?(text: String, tenant: TenantID, key: [UInt8]) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 200, parts.count == 3, let generation = Int(parts[1]), String(generation) == parts[1],
            let proof = Base64URL.decode(parts[2]),
            HMAC<SHA256>.isValidAuthenticationCode(proof, authenticating: Self.signed(String(parts[0]), generation, tenant),
                                                   using: SymmetricKey(data: key))
        else { return nil }
        (self.sessionID, self.generation) = (String(parts[0]), generation)
    }

    private static func signed(_ session: String, _ generation: Int, _ tenant: TenantID) -> Data {
        Data("\(tenant)\n\(session)\n\(generation)".utf8)
    }
    private static func code(_ session: String, _ generation: Int, _ tenant: TenantID, _ key: [UInt8]) -> HMAC<SHA256>.MAC {
        HMAC<SHA256>.authenticationCode(for: signed(session, generation, tenant), using: SymmetricKey(data: key))
    }
}
