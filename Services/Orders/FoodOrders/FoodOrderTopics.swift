import Contracts
import ServiceKit

/// What clients watch of food orders: one of them, and those that are theirs to follow.
enum FoodOrderTopics {
    private static let plugin = FoodSale.name
    /// A cancelled order has none.
    private static let estimate = "estimatedDeliveryAt"
    private static let shown = ["id", "version", "status", "paymentStatus", estimate]

    static let all: [LiveTopic] = [
        LiveTopic("orders/{orderId}", access: .user, plugin: plugin, admission: .asks(FoodOrderDetails.self), feeds: [
            Feed(FoodOrderUpdated.self, as: "order.updated", shows: shown, about: "id").null(for: estimate),
            Feed(MessagePosted.self, as: "order.message", shows: ["messageId as id", "orderId", "from", "text", "at"]),
        ]),
        LiveTopic("orders/mine", access: .user, plugin: plugin, feeds: [
            Feed(FoodOrderListed.self, as: "order.placed", for: ["readerIds"], shows: shown).null(for: estimate),
            Feed(FoodOrderUpdated.self, as: "order.updated", for: ["readerIds"], shows: shown).null(for: estimate),
        ]),
    ]
}
