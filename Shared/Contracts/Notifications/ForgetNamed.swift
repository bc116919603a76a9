import Kernel

/// Erases a person: deletes every message to or about them.
public struct ForgetNamed: Message, Equatable {
    public static let type: MessageType = "notifications.forget-named.v1"
    /// The value of `names` in those messages: `appointment/31`.
    public let named: String
    public init(named: String) { self.named = named }
}
