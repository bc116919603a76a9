import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// An organizer works on a draft. A published event stops being a draft.
struct OnDraftChanged: Reaction {
    func handle(_ draft: DraftChanged, in tx: OrdersTransaction) throws {
        guard try tx.events.find(draft.eventId) == nil else { return }
        try tx.drafts.save(draft)
        let timer = ForgetDraft.timer(draft.eventId)
        if draft.deleted {
            try tx.schedule(timer, at: tx.now + .days(ForgetDraft.daysKept), ForgetDraft(eventId: draft.eventId))
        } else {
            tx.cancelTimer(timer)
        }
    }
}
