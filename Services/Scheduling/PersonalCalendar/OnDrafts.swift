import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// An organizer plans something: whether it goes together with other dates may be asked before anybody else sees it.
struct OnDraftChanged: Reaction {
    func handle(_ draft: DraftChanged, in tx: SchedulingTransaction) throws {
        if draft.deleted { try tx.drafts.remove(draft.eventId) } else { try tx.drafts.save(draft) }
    }
}

/// A draft is an event of everybody's now, which reminders keep.
struct OnDraftPublished: Reaction {
    func handle(_ fact: EventPublished, in tx: SchedulingTransaction) throws { try tx.drafts.remove(fact.eventId) }
}
