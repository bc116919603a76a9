import Contracts
import Kernel
import OrdersDeliveries
import OrdersKit
import ServiceKit

/// A party of an order, or the support, writes to the others.
package struct PostFoodMessage: Command {
    package static let type: MessageType = "orders.post-food-message.v1"
    package let orderId: OrderID
    package let text: String?
    package init(orderId: OrderID, text: String?) { (self.orderId, self.text) = (orderId, text) }

    package func handle(in tx: OrdersTransaction) throws -> Created<JSONValue> {
        var check = Validation()
        let text = check.text("text", text, 1...1000, multiline: true)
        try check.check()
        let viewer = try tx.foodViewer()
        var order = try tx.settledFoodOrder(orderId)
        if viewer.speaks(in: order) == .courier {
            try Deliveries<FoodSale>(tx).courierActed(viewer.user)
            // One who was silent for too long has lost the order by now.
            order = try tx.settledFoodOrder(orderId)
        }
        guard let standing = viewer.speaks(in: order) else { throw Rejection.notFound }
        guard FoodActions.mayWrite(order, as: standing, at: tx.now) else { throw Rejection.threadClosed }
        let role = standing == .staff ? viewer.role(with: FoodViewer.Permission.cancel) : standing.rawValue
        let message = FoodMessage(id: tx.context.newID(), order: orderId, sender: viewer.user, role: role, text: text ?? "", at: tx.now)
        try tx.foodMessages.insert(message)
        let names = FoodMessageNames(people: tx.people, languages: tx.foodPresenter().languages)
        let name = try names.name(of: message, in: order)
        try tx.publish(MessagePosted(
            order: FoodSale.head(of: order), messageId: message.id, fromRole: role, fromId: viewer.user, fromName: name,
            preview: String(message.text.prefix(80)), recipientIds: Self.others(of: order, than: viewer.user), at: message.at.wholeSeconds,
            text: message.text, from: MessageSender(role: role, name: name)))
        return Created(try names.answer(message, in: order), at: "/orders/\(orderId)/messages")
    }

    /// The other parties as they are now.
    private static func others(of order: FoodOrder, than sender: User.ID) -> [User.ID] {
        var all = [order.customer]
        if order.isReleased { all.append(order.restaurant.ownerId) }
        if let courier = order.delivery?.courier { all.append(courier) }
        var seen: Set<User.ID> = [sender]
        return all.filter { seen.insert($0).inserted }
    }
}

/// How a message's sender is called: a first name, the restaurant, or the support.
struct FoodMessageNames {
    let people: PersonStore
    let languages: [String]
    private static let support = ["ar": "الدعم", "en": "Support"]

    func name(of message: FoodMessage, in order: FoodOrder) throws -> String {
        switch FoodStanding(rawValue: message.role) {
        case .owner: return FoodLanguages.text(order.restaurant.names, languages)
        case .customer, .courier:
            let name = try people.name(of: message.sender) ?? (message.sender == order.customer ? order.kept?.name : nil)
            return name.map(FoodPresenter.firstName) ?? CourierOfJob.erasedName
        case .staff, nil: return FoodLanguages.text(Self.support, languages)
        }
    }
    func answer(_ message: FoodMessage, in order: FoodOrder) throws -> JSONValue {
        .object([
            "id": .string(message.id), "text": .string(message.text), "at": .time(message.at),
            "from": .object(["role": .string(message.role), "name": .string(try name(of: message, in: order))]),
        ])
    }
}
