import Kernel

public enum WebhookTag {}
public typealias WebhookID = Identifier<WebhookTag>

/// Whether a receiver gets events.
public enum WebhookStatus: String, Sendable, Equatable, CaseIterable {
    case enabled
    /// Switched off by a person.
    case paused
    /// The receiver answered 410.
    case gone
    /// The receiver took nothing for five days.
    case failing
}

/// An address of a tenant's own that receives signed payment events.
public struct WebhookEndpoint: Sendable, Equatable {
    public let id: WebhookID
    public internal(set) var url: String
    public internal(set) var events: [String]
    public internal(set) var description: String
    public internal(set) var status: WebhookStatus
    /// Since when every attempt has failed; nil: the last one succeeded, or there was none.
    public internal(set) var failingSince: Timestamp?
    public let createdAt: Timestamp
    public init(id: WebhookID, url: String, events: [String], description: String, status: WebhookStatus, failingSince: Timestamp? = nil,
                createdAt: Timestamp) {
        (self.id, self.url, self.events, self.description) = (id, url, events, description)
        (self.status, self.failingSince, self.createdAt) = (status, failingSince, createdAt)
    }

    /// More would be an interface of its own.
    public static let perTenantMax = 10
    /// So long a receiver may fail before it gets nothing more.
    public static let failingMax: Duration = .days(5)

    public var isEnabled: Bool {
        switch status {
        case .enabled: true
        case .paused, .gone, .failing: false
        }
    }
    public func wants(_ event: String) -> Bool { isEnabled && (events == [WebhookEvents.every] || events.contains(event)) }

    /// A new start: what failed before no longer counts.
    public mutating func enable() {
        guard !isEnabled else { return }
        (status, failingSince) = (.enabled, nil)
    }
    /// The first reason stays: nothing was sent since.
    public mutating func disable(_ reason: WebhookStatus) {
        if isEnabled { status = reason }
    }
}
