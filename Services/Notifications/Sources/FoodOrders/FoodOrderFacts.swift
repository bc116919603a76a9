import Contracts
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit

/// What texts and rules about food orders use.
enum FoodOrderFacts {
    static func of(_ order: FoodOrderHead) -> Facts { of(order.orderId, order.number, order.restaurantId, order.restaurantNames) }
    static func of(_ order: OrderID, _ number: String, _ restaurant: RestaurantID, _ names: [String: String]) -> Facts {
        Facts(["order": ["id": .string(order.rawValue), "number": .string(number)], "number": .string(number),
               "restaurantId": .string(restaurant.rawValue), "restaurantNames": .object(names.mapValues { .string($0) })])
    }
}

/// One message about a food order: whom it is for, and by which tie.
struct FoodOrderMessage {
    let tx: NotificationsTransaction
    let order: FoodOrderHead
    var facts: Facts
    let zone: TimeZoneRules
    init(_ order: FoodOrderHead, in tx: NotificationsTransaction) throws {
        (self.tx, self.order, facts) = (tx, order, FoodOrderFacts.of(order))
        zone = try TimeZoneRules.named(try tx.policy().zone)
    }

    enum Reader: String {
        case customer, owner, courier, staff
    }

    /// Decided as of the time it happened: a jump of a sandbox clock ends as small steps do.
    func send(_ type: String, to reader: Reader, _ user: User.ID?, key: String) throws {
        guard let user else { return }
        let trigger = Trigger(type, at: tx.happenedAt, subject: order.orderId.subject, facts: facts, dedupeKey: "\(key):\(order.orderId)")
        try Notifying(tx: tx).notify(trigger, to: user, relations: [reader.rawValue], asOf: tx.happenedAt)
    }
    func send(_ type: String, toStaff roles: [String], key: String) throws {
        let trigger = Trigger(type, at: tx.happenedAt, subject: order.orderId.subject, facts: facts, dedupeKey: "\(key):\(order.orderId)")
        try StaffMessages.send(trigger, to: roles, in: tx)
    }
}

extension StaffMessages {
    static let supervision = ["supervisor", "support"]
}
