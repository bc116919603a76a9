import Contracts
import Kernel
import OrdersService
import ServiceKit
import Testing

@Suite("Live frames of fuel")
struct FuelFrameTests {
    @Test("A payment that did not fail and a driver without a heading say so with null, as answers do", arguments: [
        (FuelPaymentUpdated.type, "failureCode"), (DriverLocationUpdated.type, "heading"),
    ] as [(MessageType, String)])
    func nulls(_ event: MessageType, _ field: String) {
        let feeds = Orders.contents.features.flatMap(\.live).flatMap(\.feeds).filter { feed in
            feed.event == event && feed.shows.contains(field)
        }
        #expect(!feeds.isEmpty)
        for feed in feeds {
            #expect(feed.shown(of: [:])[field] == .null, "\(feed.type)")
        }
    }
}
