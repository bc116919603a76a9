import Kernel

/// A request with an Idempotency-Key is about to be sent to a service. One service's log decides for all of them what a key stands for: the message's id
/// follows from tenant, person and key, its fingerprint from the request, and the inbox answers a second fingerprint under one id with
/// 422 `idempotency-key-reused`.
public struct ClaimKey: Message, Equatable {
    public static let type: MessageType = "platform.claim-key.v1"
    /// Whose log decides, on every instance of the gateway: every tenant has people, and whoever has a token has it from there.
    public static let owner: ServiceName = "auth"
    /// What the request is for; for people who read the log.
    public let requestType: MessageType
    public init(for requestType: MessageType) { self.requestType = requestType }
}
