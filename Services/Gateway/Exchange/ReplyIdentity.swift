import Contracts
import Crypto
import Kernel
import Messaging

/// Where answers to this instance go, and the key that secrets in them are sealed to. The key lives as long as the process:
/// a restarted gateway asks again, and the service seals again.
package struct ReplyIdentity: Sendable {
    package let partition: Int32
    package let privateKey: Curve25519.KeyAgreement.PrivateKey
    /// `reply-to` and `reply-key` of every request.
    package let address: [UInt8]
    package let key: [UInt8]

    package init(partition: Int32, privateKey: Curve25519.KeyAgreement.PrivateKey = .init()) {
        (self.partition, self.privateKey) = (partition, privateKey)
        address = Array("\(Topics.replies)/\(partition)".utf8)
        key = Array(Base64URL.encode(privateKey.publicKey.rawRepresentation).utf8)
    }
}
