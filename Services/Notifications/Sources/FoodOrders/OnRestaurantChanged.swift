import Contracts
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// What the platform did to a restaurant; the owner hears nothing of the owner's own changes.
struct OnRestaurantChanged: Reaction {
    func handle(_ fact: RestaurantChanged, in tx: NotificationsTransaction) throws {
        guard fact.imported != true, let type = Self.type(of: fact.change) else { return }
        var facts = Facts(["restaurantId": .string(fact.restaurantId.rawValue),
                           "restaurantNames": .object(fact.names.mapValues { .string($0) })])
        if let until = fact.until { facts.setClock("time", until, zone: try TimeZoneRules.named(try tx.policy().zone)) }
        facts.set("staffReason", .string(fact.reason ?? ""))
        let trigger = Trigger(type, at: tx.happenedAt, subject: fact.subject, facts: facts,
                              dedupeKey: "\(type):\(fact.restaurantId):\(tx.happenedAt)")
        try Notifying(tx: tx).notify(trigger, to: fact.ownerId, relations: ["owner"], asOf: tx.happenedAt)
    }

    private static func type(of change: RestaurantChanged.Change) -> String? {
        switch change {
        case .approved: "restaurant-approved"
        case .suspended: "restaurant-suspended"
        case .paused: "restaurant-paused"
        case .created, .edited, .availability, .commission, .rated: nil
        }
    }
}
