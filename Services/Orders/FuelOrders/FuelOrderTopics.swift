import Contracts
import ServiceKit

/// What clients watch of orders of fuel: one of them, and those that are theirs.
enum FuelOrderTopics {
    private static let plugin = FuelSale.name
    private static let moved = ["orderId", "status", "at", "by", "version"]
    private static let updated = ["orderId", "status", "at", "version"]
    private static let paid = ["orderId", "paymentId as id", "purpose", "paymentStatus as status", "failureCode", "amount", "version", "at"]

    static let all: [LiveTopic] = [
        LiveTopic("orders/{orderId}", access: .user, plugin: plugin, admission: .asks(FuelOrderDetails.self, snapshot: "order.snapshot"),
                  feeds: feeds(for: [])),
        LiveTopic("orders/mine", access: .user, plugin: plugin, feeds: feeds(for: ["userId"])),
    ]

    private static func feeds(for readers: [String]) -> [Feed] {
        [
            Feed(FuelStatusChanged.self, as: "order.status-changed", for: readers, shows: moved),
            Feed(FuelOrderUpdated.self, as: "order.updated", for: readers, shows: updated),
            Feed(FuelPaymentUpdated.self, as: "payment.updated", for: readers, shows: paid).null(for: "failureCode"),
        ]
    }
}
