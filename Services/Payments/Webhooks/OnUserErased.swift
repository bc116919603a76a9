import Contracts
import PaymentsKit
import ServiceKit

/// What was sent about them, and may be sent again, shows no digits and words of theirs.
struct OnUserErased: Reaction {
    func handle(_ event: UserErased, in tx: PaymentsTransaction) throws { try WebhookDispatch(tx: tx).anonymise(event.userId) }
}
