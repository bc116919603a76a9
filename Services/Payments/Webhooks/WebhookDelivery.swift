import Kernel

public enum WebhookDeliveryTag {}
public typealias WebhookDeliveryID = Identifier<WebhookDeliveryTag>

/// Where a delivery is.
public enum WebhookDeliveryStatus: Sendable, Equatable {
    /// Its attempt is wanted now, since this time.
    case queued(since: Timestamp)
    /// The next attempt is due then.
    case waiting(until: Timestamp)
    case succeeded
    case failed
}

/// One message on its way to one receiver.
public struct WebhookDelivery: Sendable, Equatable {
    public let id: WebhookDeliveryID
    public let endpointId: WebhookID
    /// `webhook-id`: the same on every attempt.
    public let messageId: String
    public let type: String
    public internal(set) var status: WebhookDeliveryStatus
    /// The attempt that is queued, awaited or was the last; 1 is the first.
    public internal(set) var attempt: Int
    /// Attempts that failed since the schedule began.
    public internal(set) var failures: Int
    public let createdAt: Timestamp
    public init(id: WebhookDeliveryID, endpointId: WebhookID, messageId: String, type: String, status: WebhookDeliveryStatus,
                attempt: Int = 1, failures: Int = 0, createdAt: Timestamp) {
        (self.id, self.endpointId, self.messageId, self.type) = (id, endpointId, messageId, type)
        (self.status, self.attempt, self.failures, self.createdAt) = (status, attempt, failures, createdAt)
    }

    /// How long deliveries are kept and may be sent again.
    public static let keptFor: Duration = .days(30)

    /// Whether the result of this attempt is awaited. Others come late and change nothing.
    public func awaits(_ number: Int) -> Bool {
        switch status {
        case .queued: attempt == number
        case .waiting, .succeeded, .failed: false
        }
    }
    /// The time of the next attempt has come. False: it was made before, or is no longer wanted.
    public mutating func retry(_ number: Int, at now: Timestamp) -> Bool {
        switch status {
        case .waiting where attempt == number:
            status = .queued(since: now)
            return true
        case .queued, .waiting, .succeeded, .failed: return false
        }
    }
    /// Somebody wants it sent again at once. The schedule begins anew after it. False: an attempt is wanted already.
    public mutating func resend(at now: Timestamp) -> Bool {
        switch status {
        case .queued: return false
        // The attempt that was awaited is the one that is made now.
        case .waiting: break
        case .succeeded, .failed: attempt += 1
        }
        (status, failures) = (.queued(since: now), 0)
        return true
    }
    public mutating func succeed() { status = .succeeded }
    /// - Parameter next: when it is tried again; nil: never.
    public mutating func fail(next: Timestamp?) {
        failures += 1
        guard let next else {
            status = .failed
            return
        }
        attempt += 1
        status = .waiting(until: next)
    }
    /// Nothing more is sent to its receiver.
    public mutating func abandon() {
        switch status {
        case .queued, .waiting: status = .failed
        case .succeeded, .failed: break  // Ended before.
        }
    }
}

/// How an attempt went.
public struct WebhookAttempt: Sendable, Equatable {
    public let number: Int
    public let at: Timestamp
    /// Of the receiver's answer.
    public let statusCode: Int?
    /// Why there is none.
    public let error: String?
    public let durationMs: Int
    public init(number: Int, at: Timestamp, statusCode: Int?, error: String?, durationMs: Int) {
        (self.number, self.at, self.statusCode, self.error, self.durationMs) = (number, at, statusCode, error, durationMs)
    }

    public enum Verdict: Sendable, Equatable { case delivered, gone, failed }
    /// Only a 2xx is success, a redirect is not.
    public var verdict: Verdict {
        guard let statusCode, error == nil else { return .failed }
        return statusCode == 410 ? .gone : (200..<300).contains(statusCode) ? .delivered : .failed
    }
}
