import Contracts
import Kernel
import ServiceKit

/// Hears of every event that payments publishes, in the transaction that publishes it.
package protocol EventListener: Sendable {
    func published(_ event: some DomainEvent, in tx: PaymentsTransaction) throws
}

/// What `PaymentsService` brings for its handlers (`context.extensions`).
package struct PaymentsParts: Sendable {
    package let providers: PaymentProviders
    private let listeners: [any EventListener]
    package init(providers: PaymentProviders, listeners: [any EventListener]) { (self.providers, self.listeners) = (providers, listeners) }

    fileprivate func published(_ event: some DomainEvent, in tx: PaymentsTransaction) throws {
        for listener in listeners { try listener.published(event, in: tx) }
    }
}

extension PaymentsTransaction {
    /// Publishes, and lets the subjects that listen act in the same transaction. Save first what the event is about.
    /// Takes the place of the `publish` of every service's transaction.
    public func publish(_ event: some DomainEvent) throws {
        try context.publish(event)
        try (context.extensions as? PaymentsParts)?.published(event, in: self)
    }
}
