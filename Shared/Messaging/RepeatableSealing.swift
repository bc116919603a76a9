import Crypto
import Foundation
import Kernel

/// The sender's side of HPKE base mode (RFC 9180 §5, X25519, HKDF-SHA256, ChaCha20-Poly1305) with a given ephemeral key.
///
/// A handler must write the same bytes on replay, and the library's sender draws a new key each time. The ephemeral key
/// comes from the service's secret and the message id, is used for one text only, and is as unknown to others as a
/// random one.
package enum RepeatableSealing {
    private static let kemSuite = Array("KEM".utf8) + [0x00, 0x20]
    private static let suite = Array("HPKE".utf8) + [0x00, 0x20, 0x00, 0x01, 0x00, 0x03]

    /// - Parameter info: binds the ciphertext to its use; `authenticating` is bound to it, too, and not encrypted.
    package static func seal(
        _ bytes: [UInt8], to publicKey: [UInt8], ephemeral: [UInt8], info: [UInt8], authenticating data: [UInt8] = []
    ) throws -> Sealing.Sealed {
        let recipient = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicKey)
        let sender = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: ephemeral)
        let encapsulated = Array(sender.publicKey.rawRepresentation)
        let agreed = try sender.sharedSecretFromKeyAgreement(with: recipient).withUnsafeBytes { Array($0) }
        let shared = expand(extract(salt: [], "eae_prk", agreed, kemSuite), "shared_secret",
                            encapsulated + Array(recipient.rawRepresentation), 32, kemSuite)
        // Mode 0, no pre-shared key.
        let schedule = [0x00] + extract(salt: [], "psk_id_hash", [], suite) + extract(salt: [], "info_hash", info, suite)
        let secret = extract(salt: shared, "secret", [], suite)
        let key = SymmetricKey(data: expand(secret, "key", schedule, 32, suite))
        let nonce = try ChaChaPoly.Nonce(data: expand(secret, "base_nonce", schedule, 12, suite))
        let box = try ChaChaPoly.seal(bytes, using: key, nonce: nonce, authenticating: data)
        return Sealing.Sealed(encapsulatedKey: Base64URL.encode(encapsulated), ciphertext: Array(box.ciphertext) + Array(box.tag))
    }

    private static func extract(salt: [UInt8], _ label: String, _ material: [UInt8], _ suite: [UInt8]) -> [UInt8] {
        Array(HKDF<SHA256>.extract(inputKeyMaterial: SymmetricKey(data: Array("HPKE-v1".utf8) + suite + Array(label.utf8) + material),
                                   salt: salt))
    }
    private static func expand(_ key: [UInt8], _ label: String, _ info: [UInt8], _ count: Int, _ suite: [UInt8]) -> [UInt8] {
        let labeled = [UInt8(count >> 8), UInt8(count & 255)] + Array("HPKE-v1".utf8) + suite + Array(label.utf8) + info
        return HKDF<SHA256>.expand(pseudoRandomKey: key, info: labeled, outputByteCount: count).withUnsafeBytes { Array($0) }
    }
}
