import CatalogEvents
import CatalogKit
import Contracts
import ServiceKit

extension Feature {
    /// Places in line for sold-out ticket types.
    package static let waitlist = Feature(
        "waitlist",
        migrations: [CreateWaitlist.self, WaitForAnyUnit.self],
        commands: [ImportWaitlistEntry.self, JoinWaitlist.self, LeaveWaitlist.self],
        timers: [ExpireWaitlistOffer.self],
        queries: [MyWaitlist.self],
        publishes: [WaitlistOffered.self, WaitlistOfferExpired.self, WaitlistLengthChanged.self, TicketsFreed.self],
        routes: WaitlistRoutes.all,
        texts: [WaitlistTexts.all])
}
