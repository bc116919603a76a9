import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Somebody no longer waits. What was kept for them goes to the next in line.
package struct LeaveWaitlist: Command {
    package static let type: MessageType = "catalog.leave-waitlist.v1"
    let entryId: String
    package init(entryId: String) { self.entryId = entryId }

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        let user = try tx.user().userID
        guard let entry = try tx.waitlist.find(entryId), entry.user == user else { throw Rejection.notFound }
        try Waitlist(tx).leave(entry)
        try Waitlist(tx).serve(entry.listing, of: EventTickets.self)
        return NoContent()
    }
}
