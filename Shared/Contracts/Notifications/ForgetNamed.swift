import Kernel

/// Somebody is forgotten: whatever was said to them or of them goes, wherever it is kept.
public struct ForgetNamed: Message, Equatable {
    public static let type: MessageType = "notifications.forget-named.v1"
    /// As `names` of the messages said: `appointment/31`.
    public let named: String
    public init(named: String) { self.named = named }
}
