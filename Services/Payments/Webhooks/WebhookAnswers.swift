import Kernel

/// A receiver as those who manage it see it.
public struct WebhookAnswer: Encodable, Sendable {
    package let id: WebhookID
    package let url: String
    package let events: [String]
    package let description: String
    package let enabled: Bool
    /// Why it gets nothing: `paused`, `gone`, `failing`.
    let disabledReason: String?
    package let createdAt: Timestamp
    /// Right after it was made, and never again.
    package let secret: String?
    public init(_ endpoint: WebhookEndpoint, secret: String? = nil) {
        (id, url, events, description) = (endpoint.id, endpoint.url, endpoint.events, endpoint.description)
        (enabled, createdAt, self.secret) = (endpoint.isEnabled, endpoint.createdAt.wholeSeconds, secret)
        disabledReason = endpoint.isEnabled ? nil : endpoint.status.rawValue
    }
}

/// A line of the delivery log.
public struct WebhookDeliveryAnswer: Encodable, Sendable {
    package let id: WebhookDeliveryID
    package let messageId: String
    package let type: String
    package let status: String
    package let attempts: [Attempt]
    let nextAttemptAt: Timestamp?
    package let createdAt: Timestamp

    package struct Attempt: Encodable, Sendable {
        package let at: Timestamp
        package let statusCode: Int?
        package let error: String?
        package let durationMs: Int
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
