import Crypto
import Foundation
import Kernel

/// Hybrid public key encryption (RFC 9180: X25519, HKDF-SHA256, ChaCha20-Poly1305) for what may not travel in clear.
public enum Sealing {
    /// Binds a ciphertext to its use: a sealed reply cannot be passed off as a sealed field.
    public enum Purpose: String, Sendable {
        case field = "souk sealed field v1"
        case reply = "souk sealed reply v1"
    }
    public struct Sealed: Sendable {
        public let encapsulatedKey: String
        public let ciphertext: [UInt8]
    }
    private static let suite = HPKE.Ciphersuite(kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .chaChaPoly)

    /// Throws when the key is not a valid X25519 public key.
    public static func seal(_ bytes: [UInt8], to publicKey: [UInt8], purpose: Purpose) throws -> Sealed {
        let sealed = try seal([bytes], to: publicKey, purpose: purpose)
        return Sealed(encapsulatedKey: sealed.encapsulatedKey, ciphertext: sealed.ciphertexts[0])
    }

    /// Several texts under one key. They are opened together, in the same order.
    static func seal(_ texts: [[UInt8]], to publicKey: [UInt8], purpose: Purpose) throws -> (encapsulatedKey: String,
        ciphertexts: [[UInt8]]) {
        let key = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicKey)
        var sender = try HPKE.Sender(recipientKey: key, ciphersuite: suite, info: Data(purpose.rawValue.utf8))
        let ciphertexts = try texts.map { [UInt8](try sender.seal(Data($0))) }
        return (Base64URL.encode(sender.encapsulatedKey), ciphertexts)
    }

    /// Throws when the text was sealed for somebody else, for another purpose, or was changed.
    public static func open(_ ciphertext: [UInt8], encapsulatedKey: String, with privateKey: Curve25519.KeyAgreement.PrivateKey,
                            purpose: Purpose) throws -> [UInt8] {
        try open([ciphertext], encapsulatedKey: encapsulatedKey, with: privateKey, purpose: purpose)[0]
    }

    /// Throws when one of the texts was sealed for somebody else, for another purpose, or was changed.
    public static func open(_ ciphertexts: [[UInt8]], encapsulatedKey: String, with privateKey: Curve25519.KeyAgreement.PrivateKey,
                            purpose: Purpose) throws -> [[UInt8]] {
        guard let encapsulated = Base64URL.decode(encapsulatedKey) else { throw Envelope.Malformed("sealed value has no key") }
        var recipient = try HPKE.Recipient(privateKey: privateKey, ciphersuite: suite, info: Data(purpose.rawValue.utf8),
                                           encapsulatedKey: Data(encapsulated))
        return try ciphertexts.map { [UInt8](try recipient.open(Data($0))) }
    }
}

/// What a service derives from its one secret (32 random bytes in `<data>/<service>/secret`, the same on every replica).
/// HMAC-SHA256 with a purpose: unpredictable to whoever holds only the log, the same again on replay.
public struct ServiceSecret: Sendable {
    private let key: SymmetricKey
    public init(_ bytes: [UInt8]) { key = SymmetricKey(data: bytes) }

    /// Distinguishes secrets from each other and reveals nothing else about them.
    public var fingerprint: String { Hex.encode(derive("fingerprint").prefix(8)) }

    /// 32 bytes for a purpose.
    public func derive(_ parts: String...) -> [UInt8] {
        var mac = HMAC<SHA256>(key: key)
        for part in parts {
            var length = UInt32(part.utf8.count).bigEndian
            withUnsafeBytes(of: &length) { mac.update(data: Data($0)) }
            mac.update(data: Data(part.utf8))
        }
        return Array(mac.finalize())
    }

    /// The Ed25519 seed for a use. The first generation is the service's own key for that use.
    public func signingSeed(_ use: String, generation: Int) -> [UInt8] {
        generation == 1 ? derive("service-key", use) : derive("service-key", use, String(generation))
    }

    /// The private half of the sealing key with this id. Every generation can be opened for ever: what was sealed
    /// before a rotation may still be on its way.
    public func sealingKey(id: String) throws -> Curve25519.KeyAgreement.PrivateKey {
        try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: derive("sealing-key", id))
    }

    /// The clear text of a field that was sealed for this service. Throws a 400 rejection when it was not.
    func open(_ sealed: SealedValue) throws(Rejection) -> String {
        guard let ciphertext = Base64URL.decode(sealed.ciphertext), let key = try? sealingKey(id: sealed.keyID),
            let clear = try? Sealing.open(ciphertext, encapsulatedKey: sealed.encapsulatedKey, with: key, purpose: .field)
        else { throw Rejection.malformed("A sealed field cannot be opened here.") }
        return String(decoding: clear, as: UTF8.self)
    }

    /// Encrypts a stored reply. The nonce follows from the message id, which is used once: replay stores the same bytes.
    public func protect(_ bytes: [UInt8], messageID: String) throws -> [UInt8] {
        let nonce = try AES.GCM.Nonce(data: derive("stored-reply-nonce", messageID).prefix(12))
        let box = try AES.GCM.seal(bytes, using: SymmetricKey(data: derive("stored-reply-key", messageID)), nonce: nonce)
        return Array(box.ciphertext) + Array(box.tag)
    }
    public func reveal(_ bytes: [UInt8], messageID: String) throws -> [UInt8] {
        let nonce = try AES.GCM.Nonce(data: derive("stored-reply-nonce", messageID).prefix(12))
        let box = try AES.GCM.SealedBox(nonce: nonce, ciphertext: bytes.dropLast(16), tag: bytes.suffix(16))
        return Array(try AES.GCM.open(box, using: SymmetricKey(data: derive("stored-reply-key", messageID))))
    }

    /// Encrypts the location of a stored reply, base64url: of a reply with secrets it names one. A key of its own, because the key
    /// and the nonce of a message encrypt one text.
    package func protect(location: String, messageID: String) throws -> String {
        Base64URL.encode(try protect(Array(location.utf8), messageID: Self.locationID(messageID)))
    }
    /// Throws when it was encrypted for another message, or is not base64url.
    package func reveal(location: String, messageID: String) throws -> String {
        guard let bytes = Base64URL.decode(location) else { throw Envelope.Malformed("encrypted location is not base64url") }
        return String(decoding: try reveal(bytes, messageID: Self.locationID(messageID)), as: UTF8.self)
    }
    private static func locationID(_ messageID: String) -> String { messageID + "/location" }
}
