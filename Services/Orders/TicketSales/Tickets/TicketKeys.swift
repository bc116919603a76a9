import Kernel
import OrdersKit
import ServiceKit

/// The keys that ticket codes are signed with, as a JWK Set (RFC 7517, RFC 8037).
package struct TicketKeys: Query {
    package static let type: MessageType = "orders.ticket-keys.v1"
    package struct KeySet: Encodable, Sendable {
        let keys: [Key]
    }
    package struct Key: Encodable, Sendable {
        let kty = "OKP"
        let crv = "Ed25519"
        let alg = "EdDSA"
        let use = "sig"
        let kid: String
        /// The public key, 32 bytes, base64url.
        let x: String
    }

    package func answer(in view: OrdersView) throws -> KeySet {
        KeySet(keys: [Key(kid: TicketCode.keyID, x: Base64URL.encode(try view.signer.publicKey()))])
    }
}
