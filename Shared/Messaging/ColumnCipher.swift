import Crypto
import Foundation
import Kernel

/// Encrypts texts of one kind where they are kept, so that a copied file does not tell them: identity numbers, for one.
///
/// Replay must write the same bytes, so the nonce follows from the row and the text: two rows never show that they hold the same text, and one nonce is
/// never used for two texts. Whoever erases the text has erased it; who holds the service's secret can read what is left.
public struct ColumnCipher: Sendable {
    private let secret: ServiceSecret
    private let use: String
    public init(secret: ServiceSecret, use: String) { (self.secret, self.use) = (secret, use) }

    /// Tells an encrypted text from one that an earlier release wrote in clear.
    public static let mark = "enc1."
    private static let nonceBytes = 12

    /// - Parameter row: what the text belongs to, unlike any other row: it can be read there only.
    public func protect(_ text: String, of row: String) throws -> String {
        guard !text.isEmpty else { return "" }  // That there is none is no secret.
        let nonce = secret.derive("column-nonce", use, row, text).prefix(Self.nonceBytes)
        let box = try AES.GCM.seal(Array(text.utf8), using: key, nonce: AES.GCM.Nonce(data: nonce), authenticating: Array(row.utf8))
        return Self.mark + Base64URL.encode(Array(nonce) + Array(box.ciphertext) + Array(box.tag))
    }

    /// Throws when the text was encrypted for another row or use, or was changed.
    public func reveal(_ stored: String, of row: String) throws -> String {
        guard stored.hasPrefix(Self.mark) else { return stored }
        guard let bytes = Base64URL.decode(String(stored.dropFirst(Self.mark.count))) else { throw Envelope.Malformed("encrypted column is no base64url") }
        let box = try AES.GCM.SealedBox(combined: Data(bytes))
        return String(decoding: try AES.GCM.open(box, using: key, authenticating: Array(row.utf8)), as: UTF8.self)
    }
    private var key: SymmetricKey { SymmetricKey(data: secret.derive("column-key", use)) }
}

extension MessageContext {
    /// For the texts of one kind of column: `client-document`.
    public func columnCipher(_ use: String) -> ColumnCipher { ColumnCipher(secret: secret, use: use) }
}
