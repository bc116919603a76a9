/// A value only one service can read: the JSON form of a sealed field. The gateway or another service makes it, its owner opens it.
public struct SealedValue: Codable, Sendable, Equatable {
    /// Which sealing key of the service: keys rotate.
    public let keyID: String
    public let encapsulatedKey: String
    public let ciphertext: String
    public init(keyID: String, encapsulatedKey: String, ciphertext: String) {
        (self.keyID, self.encapsulatedKey, self.ciphertext) = (keyID, encapsulatedKey, ciphertext)
    }
}
