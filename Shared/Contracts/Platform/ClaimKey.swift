import Kernel

/// The gateway sends this before a request with an Idempotency-Key. One service's log decides for all services what a
/// key stands for: tenant, person and key determine the message's id, and the request its fingerprint. The inbox
/// answers a second fingerprint under one id with 422 `idempotency-key-reused`.
public struct ClaimKey: Message, Equatable {
    public static let type: MessageType = "platform.claim-key.v1"
    /// The service whose log decides, for every gateway instance: auth serves every tenant and issues every token.
    public static let owner: ServiceName = "auth"
    /// The type of the claimed request; for people who read the log.
    public let requestType: MessageType
    public init(for requestType: MessageType) { self.requestType = requestType }
}
