import Contracts
import ServiceKit

extension Feature {
    /// Events as the catalog describes them: ticket sales, tickets and check-in read them.
    static let events = Feature(
        "events", timers: [ForgetDraft.self],
        reactions: [OnDraftChanged.self, OnEventPublished.self, OnEventUpdated.self, OnEventRestored.self])
}
