import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Nobody runs the events of an organizer whose account is gone: those that have not begun are called off, so that holders are
/// refunded and told. An event that has begun goes on, as its door does.
package struct CallOffEvents {
    private let tx: CatalogTransaction
    package init(_ tx: CatalogTransaction) { self.tx = tx }

    private static let reason = "The organizer closed their account."

    package func callOffUpcoming(ofOrganizer organizer: User.ID) throws {
        for id in try tx.events.upcoming(ofOrganizer: organizer, after: tx.now) {
            guard let found = try tx.events.find(id) else { continue }
            var change = try EventChange(found, by: organizer, in: tx)
            try change.cancel(because: Self.reason, DeletionGuard(change).deletion)
        }
    }
}
