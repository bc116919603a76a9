import Contracts
import Kernel
import ServiceKit

/// Hears of every event that payments publishes, in the transaction that publishes it.
package protocol EventListener: Sendable {
    func published(_ event: some DomainEvent, in tx: PaymentsTransaction) throws
}

/// What `PaymentsService` brings for its handlers.
package struct EventListeners: Sendable {
    private let all: [any EventListener]
    package init(_ all: [any EventListener]) { self.all = all }

    fileprivate func published(_ event: some DomainEvent, in tx: PaymentsTransaction) throws {
        for listener in all { try listener.published(event, in: tx) }
    }
}

extension PaymentsTransaction {
    /// Publishes, and lets the subjects that listen act in the same transaction. Save first what the event is about.
    /// Takes the place of the `publish` of every service's transaction.
    public func publish(_ event: some DomainEvent) throws {
        try context.publish(event)
        try (context.extensions as? EventListeners)?.published(event, in: self)
    }
}
