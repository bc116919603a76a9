import Contracts
import OrdersService
import OrdersTicketSales
import ServiceKit
import Testing

@Suite("Live topics of ticket orders")
struct LiveOrderTests {
    @Test("Buyers watch what they ordered and what it costs, and nothing of the platform's fee",
          arguments: ["orders/{orderId}", "orders/mine"])
    func noFee(_ name: String) {
        let topics = Orders.contents.features.flatMap(\.live).filter { $0.name == name && $0.plugin == TicketSale.name }
        let feeds = topics.flatMap(\.feeds)
        #expect(feeds.contains { $0.event == OrderCompleted.type && $0.shows.contains("total") })
        #expect(feeds.allSatisfy { !$0.shows.isEmpty && !$0.shows.contains("fee") })
        #expect(feeds.filter { $0.event == TicketsCancelled.type }.map(\.readers) == [["tickets.holderId"]])
    }
}
