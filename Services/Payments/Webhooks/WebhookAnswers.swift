import Kernel

/// A receiver as those who manage it see it.
public struct WebhookAnswer: Encodable, Sendable {
    let id: WebhookID
    let url: String
    let events: [String]
    let description: String
    let enabled: Bool
    /// Why it gets nothing: `paused`, `gone`, `failing`.
    let disabledReason: String?
    let createdAt: Timestamp
    /// Right after it was made, and never again.
    let secret: String?
    public init(_ endpoint: WebhookEndpoint, secret: String? = nil) {
        (id, url, events, description) = (endpoint.id, endpoint.url, endpoint.events, endpoint.description)
        (enabled, createdAt, self.secret) = (endpoint.isEnabled, endpoint.createdAt.wholeSeconds, secret)
        disabledReason = endpoint.isEnabled ? nil : endpoint.status.rawValue
    }
}

/// A line of the delivery log.
public struct WebhookDeliveryAnswer: Encodable, Sendable {
    let id: WebhookDeliveryID
    let messageId: String
    let type: String
    let status: String
    let attempts: [Attempt]
    let nextAttemptAt: Timestamp?
    let createdAt: Timestamp

    struct Attempt: Encodable, Sendable {
        let at: Timestamp
        let statusCode: Int?
        let error: String?
        let durationMs: Int
    }
    public init(_ delivery: WebhookDelivery, _ attempts: [WebhookAttempt]) {
        (id, messageId, type) = (delivery.id, delivery.messageId, delivery.type)
        createdAt = delivery.createdAt.wholeSeconds
        switch delivery.status {
        case .queued(let since): (status, nextAttemptAt) = ("pending", since.wholeSeconds)
        case .waiting(let until): (status, nextAttemptAt) = ("pending", until.wholeSecondsUp)
        case .succeeded: (status, nextAttemptAt) = ("succeeded", nil)
        case .failed: (status, nextAttemptAt) = ("failed", nil)
        }
        self.attempts = attempts.map {
            Attempt(at: $0.at.wholeSeconds, statusCode: $0.statusCode, error: $0.error, durationMs: $0.durationMs)
        }
    }
}
