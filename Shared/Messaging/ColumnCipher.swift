import Crypto
import Foundation
import Kernel

/// Encrypts one kind of column (for example identity numbers), so that a copied file does not reveal the text.
///
/// Replay must write the same bytes, so the nonce is derived from the row and the text: equal texts in two rows look
/// different, and no nonce encrypts two texts. Deleting the row erases the text; the service's secret decrypts the
/// rest.
public struct ColumnCipher: Sendable {
    private let secret: ServiceSecret
    private let use: String
    public init(secret: ServiceSecret, use: String) { (self.secret, self.use) = (secret, use) }

    /// Distinguishes an encrypted text from one that an earlier release wrote in clear.
    public static let mark = "enc1."
    private static let nonceBytes = 12

    /// - Parameter row: a unique name of the row that owns the text; the text can be decrypted for this row only.
    public func protect(_ text: String, of row: String) throws -> String {
        guard !text.isEmpty else { return "" }  // An empty column needs no encryption.
        let nonce = secret.derive("column-nonce", use, row, text).prefix(Self.nonceBytes)
        let box = try AES.GCM.seal(Array(text.utf8), using: key, nonce: AES.GCM.Nonce(data: nonce), authenticating: Array(row.utf8))
        return Self.mark + Base64URL.encode(Array(nonce) + Array(box.ciphertext) + Array(box.tag))
    }

    /// Throws when the text was encrypted for another row or use, or was changed.
    public func reveal(_ stored: String, of row: String) throws -> String {
        guard stored.hasPrefix(Self.mark) else { return stored }
        guard let bytes = Base64URL.decode(String(stored.dropFirst(Self.mark.count))) else {
            throw Envelope.Malformed("encrypted column is not base64url")
        }
        let box = try AES.GCM.SealedBox(combined: Data(bytes))
        return String(decoding: try AES.GCM.open(box, using: key, authenticating: Array(row.utf8)), as: UTF8.self)
    }
    private var key: SymmetricKey { SymmetricKey(data: secret.derive("column-key", use)) }
}

extension MessageContext {
    public func columnCipher(_ use: String) -> ColumnCipher { ColumnCipher(secret: secret, use: use) }
}
