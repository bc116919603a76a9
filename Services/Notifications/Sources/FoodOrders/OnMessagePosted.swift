import Contracts
import Kernel
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// Somebody wrote in the thread of an order: the other parties read how it begins.
struct OnMessagePosted: Reaction {
    static let excerptCharacters = 80

    func handle(_ fact: MessagePosted, in tx: NotificationsTransaction) throws {
        let courier = try tx.foodOrders.find(fact.order.orderId)?.courier ?? fact.order.courierId
        var message = try FoodOrderMessage(fact.order, in: tx)
        message.facts.set("messageId", .string(fact.messageId))
        message.facts.set("sender", ["id": .string(fact.fromId.rawValue), "role": .string(fact.fromRole)])
        message.facts.set("excerpt", .string(String(fact.preview.prefix(Self.excerptCharacters))))
        for user in fact.recipientIds where user != fact.fromId {
            let reader: FoodOrderMessage.Reader =
                switch user {
                case fact.order.customerId: .customer
                case fact.order.ownerId: .owner
                case courier: .courier
                default: .staff
                }
            try message.send("message", to: reader, user, key: "message-\(fact.messageId)")
        }
    }
}
