import Crypto
import Foundation
import Kernel
import Messaging
import Testing

@Suite("Sealing that replay repeats")
struct RepeatableSealingTests {
    private static func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.count, by: 2).compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) }
    }

    @Test("It makes the ciphertext of RFC 9180, appendix A.2.1, sequence number 0")
    func vector() throws {
        let sealed = try RepeatableSealing.seal(
            Self.bytes("4265617574792069732074727574682c20747275746820626561757479"),
            to: Self.bytes("4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662a"),
            ephemeral: Self.bytes("f4ec9b33b792c372c1d2c2063507b684ef925b8c75a42dbcbf57d63ccd381600"),
            info: Self.bytes("4f6465206f6e2061204772656369616e2055726e"), authenticating: Self.bytes("436f756e742d30"))
        let encapsulated = Base64URL.decode(sealed.encapsulatedKey).map(Hex.encode)
        #expect(encapsulated == "1afa08d3dec047a643885163f1180476fa7ddb54c6a8029ea33f95796bf2ac4a")
        let ciphertext = Hex.encode(sealed.ciphertext)
        #expect(ciphertext == "1c5250d8034ec2b784ba2cfd69dbdb8af406cfe3ff938e131f0def8c8b60b4db21993c62ce81883d2dd1b51a28")
    }

    @Test("swift-crypto's recipient opens texts of any length; the same inputs give the same bytes")
    func opens() throws {
        let recipient = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: [UInt8](repeating: 7, count: 32))
        let publicKey = Array(recipient.publicKey.rawRepresentation)
        for length in [0, 1, 63, 64, 65, 4096] {
            let text = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
            let ephemeral = [UInt8](repeating: UInt8(truncatingIfNeeded: length + 1), count: 32)
            let info = Array(Sealing.Purpose.field.rawValue.utf8)
            let sealed = try RepeatableSealing.seal(text, to: publicKey, ephemeral: ephemeral, info: info)
            #expect(try Sealing.open(sealed.ciphertext, encapsulatedKey: sealed.encapsulatedKey, with: recipient, purpose: .field) == text)
            #expect(try RepeatableSealing.seal(text, to: publicKey, ephemeral: ephemeral, info: info).ciphertext == sealed.ciphertext)
            #expect(throws: (any Error).self) {
                try Sealing.open(sealed.ciphertext, encapsulatedKey: sealed.encapsulatedKey, with: recipient, purpose: .reply)
            }
        }
    }
}
