import Contracts
import Kernel
import Logging
import NotificationsKit
import ServiceKit
import Synchronization

/// Results that were reported to the log and that the shard's file has not seen yet.
final class DeliveryReports: Sendable {
    private let context: SideEffectContext
    private let queue: DeliveryQueue
    private let open = Mutex<[DeliveryTry: (result: DeliveryResult, at: ContinuousClock.Instant)]>([:])

    /// A result the file has not seen after this is reported again.
    static let reportAgainAfter: Duration = .seconds(10)
    /// Results on their way into the file; more wait until it has caught up.
    static let openMax = 2_000

    init(_ context: SideEffectContext, _ queue: DeliveryQueue) { (self.context, self.queue) = (context, queue) }

    var count: Int { open.withLock { $0.count } }
    var tenants: Set<TenantID> { open.withLock { Set($0.keys.map(\.tenant)) } }
    func contains(_ attempt: DeliveryTry) -> Bool { open.withLock { $0[attempt] != nil } }

    /// - Parameter now: the tenant's time.
    func report(_ result: DeliveryResult, _ attempt: DeliveryTry, now: Timestamp) {
        open.withLock { $0[attempt] = (result, .now) }
        do {
            let id = DeterministicID.make("delivery-result", attempt.tenant.rawValue, attempt.deliveryId, String(attempt.attempt))
            try context.report(result, id: id, tenant: attempt.tenant, now: now)
        } catch {
            // The result stays open and is reported again.
            context.logger.warning("a result cannot be told yet", metadata: ["delivery": "\(attempt.deliveryId)", "error": "\(error)"])
        }
    }

    /// Drops results the file has seen, and reports again those it should have seen by now: the broker may have lost them.
    func settle(now: (TenantID) -> Timestamp) throws {
        let reported = open.withLock { $0 }
        guard !reported.isEmpty else { return }
        let unseen = try queue.open(Array(reported.keys))
        open.withLock { open in for attempt in reported.keys where !unseen.contains(attempt) { open[attempt] = nil } }
        let instant = ContinuousClock.now
        for attempt in unseen {
            guard let entry = reported[attempt], instant - entry.at > Self.reportAgainAfter else { continue }
            report(entry.result, attempt, now: now(attempt.tenant))
        }
    }
}

extension DeliveryResult {
    package init(_ outbound: OutboundMessage, _ outcome: SendOutcome) {
        let channel = outbound.message.channel
        switch outcome {
        case .accepted(let providerId):
            self.init(deliveryId: outbound.deliveryId, channel: channel, attempt: outbound.attempt, outcome: .accepted,
                      providerId: providerId)
        case .transient(let code, let after, _):
            self.init(deliveryId: outbound.deliveryId, channel: channel, attempt: outbound.attempt, outcome: .failedTransient, code: code,
                      retryAfterSeconds: after.map { Int($0.wholeSeconds) })
        case .permanent(let code, let isDead):
            self.init(deliveryId: outbound.deliveryId, channel: channel, attempt: outbound.attempt, outcome: .failedPermanent, code: code,
                      addressIsDead: isDead ? true : nil)
        }
    }
}
