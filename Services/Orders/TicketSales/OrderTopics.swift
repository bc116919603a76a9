import Contracts
import ServiceKit

/// What clients may watch of ticket orders: their own, one of them, what an organizer sells.
enum OrderTopics {
    private static let plugin = TicketSale.name

    static let all: [LiveTopic] = [
        LiveTopic("orders/{orderId}", access: .user, plugin: plugin, admission: .asks(OrderDetails.self), feeds: feeds(for: [])),
        LiveTopic("orders/mine", access: .user, plugin: plugin, feeds: feeds(for: ["userId"])),
        LiveTopic("sales/mine", access: .roles([TicketSale.organizerRole]), plugin: plugin, feeds: [
            Feed(OrderCompleted.self, as: "sale.completed", for: ["organizerId"], shows: ["eventId", "number", "items", "total", "title"]),
            Feed(OrderRefunded.self, as: "sale.refunded", for: ["organizerId"], shows: ["eventId", "number", "amount", "title"]),
        ]),
    ]

    /// Without the fee, which is between the organizer and the platform.
    private static let shown = ["orderId", "number", "eventId", "title", "items", "total"]

    private static func feeds(for readers: [String]) -> [Feed] {
        [
            Feed(OrderPlaced.self, as: "order.placed", for: readers, shows: shown, with: ["status": "pending"]),
            Feed(OrderAwaitingPayment.self, as: "order.awaiting-payment", for: readers, shows: shown + ["paymentId", "holdExpiresAt"],
                 with: ["status": "awaiting-payment"]).wholeSeconds(of: "holdExpiresAt"),
            Feed(OrderCompleted.self, as: "order.completed", for: readers, shows: shown + ["paymentId"], with: ["status": "completed"]),
            Feed(OrderExpired.self, as: "order.expired", for: readers, shows: shown, with: ["status": "expired"]),
            Feed(OrderCancelled.self, as: "order.cancelled", for: readers, shows: shown + ["reason"], with: ["status": "cancelled"]),
            Feed(OrderRefunded.self, as: "order.refunded", for: readers, shows: shown + ["refundId", "amount", "late"]),
            Feed(TicketsIssued.self, as: "tickets.issued", for: readers, shows: ["orderId", "eventId", "tickets"]),
            // Tickets that the buyer gave away are their holders' to hear of.
            Feed(TicketsCancelled.self, as: "tickets.cancelled", for: ["tickets.holderId"],
                 shows: ["orderId", "eventId", "tickets", "reason"]),
        ]
    }
}
