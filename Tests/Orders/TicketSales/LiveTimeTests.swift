import Contracts
import Kernel
import OrdersService
import ServiceKit
import Testing

@Suite("Times of live topics")
struct LiveTimeTests {
    @Test("Frames of orders and of the door show times in whole seconds, as answers do", arguments: [
        (OrderAwaitingPayment.type, "holdExpiresAt"), (TicketCheckedIn.type, "at"), (TicketCheckedOut.type, "at"),
        (CheckInRefused.type, "at"), (CheckInConflict.type, "at"),
    ] as [(MessageType, String)])
    func wholeSeconds(_ event: MessageType, _ field: String) {
        let feeds = Orders.contents.features.flatMap(\.live).flatMap(\.feeds).filter { $0.event == event && $0.shows.contains(field) }
        #expect(!feeds.isEmpty)
        for feed in feeds {
            #expect(feed.shown(of: [field: "2026-11-21T07:15:00.250Z"]) == [field: "2026-11-21T07:15:00Z"], "\(feed.type)")
        }
    }
}
