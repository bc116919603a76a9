import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// An organizer was suspended or may go on.
struct OnOrganizerUpdated: Reaction {
    func handle(_ event: OrganizerUpdated, in tx: PaymentsTransaction) throws {
        if event.isSuspended { try tx.suspended.add(event.userId) } else { try tx.suspended.remove(event.userId) }
    }
}
