import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// What may be known of an organizer changed: name and text, whether they are verified, whether they may go on.
struct OnOrganizerUpdated: Reaction {
    func handle(_ event: OrganizerUpdated, in tx: CatalogTransaction) throws {
        let wasSuspended = try tx.people.isSuspended(event.userId)
        let isRenamed = try tx.people.save(event)
        if isRenamed { try EventIndex(tx).refreshAll(ofOrganizer: event.userId) }
        if wasSuspended, !event.isSuspended { try SalesResumption(tx).resumeUpcoming(ofOrganizer: event.userId) }
    }
}
