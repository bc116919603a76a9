import Kernel

/// A service's public sealing key, as its manifest names it, brought into the log of a service that sends it secrets.
public struct SealingKeyPublished: Message, Equatable {
    public static let type: MessageType = "platform.sealing-key.v1"
    public let service: ServiceName
    public let keyID: String
    /// X25519, 32 bytes, base64url.
    public let publicKey: String
    public init(service: ServiceName, keyID: String, publicKey: String) {
        (self.service, self.keyID, self.publicKey) = (service, keyID, publicKey)
    }
}
