import Contracts
import Kernel

/// The timer of an offer: nobody used it in time. `Waitlist` sets it; the feature `waitlist` handles it.
package struct ExpireWaitlistOffer: Message {
    package static let type: MessageType = "catalog.expire-waitlist-offer.v1"
    package let entryId: String
    package init(entryId: String) { self.entryId = entryId }
}
