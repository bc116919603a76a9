import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Sales go on that were closed while the organizer was suspended.
package struct SalesResumption {
    private let tx: CatalogTransaction
    package init(_ tx: CatalogTransaction) { self.tx = tx }

    package func resumeUpcoming(ofOrganizer organizer: User.ID) throws {
        for id in try tx.events.upcoming(ofOrganizer: organizer, after: tx.now) {
            // What was returned meanwhile belongs to the waiting lines first.
            try EventTickets.unitsFreed(of: id.rawValue, in: tx)
            // Sales may begin tomorrow. Nobody was told as this day began: they were closed.
            if let event = try tx.events.find(id)?.event { try EventTimers(tx).setOpening(of: event) }
        }
    }
}
