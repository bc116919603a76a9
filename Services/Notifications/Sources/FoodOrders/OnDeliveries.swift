import Contracts
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// A courier may claim a job; a message about an exclusive offer is worth nothing when the offer is over.
struct OnDeliveryOffered: Reaction {
    func handle(_ fact: DeliveryOffered, in tx: NotificationsTransaction) throws {
        try tx.foodOrders.offer(fact.orderId, to: fact.courierId)
        var facts = FoodOrderFacts.of(fact.orderId, fact.number, fact.restaurantId, fact.restaurantNames)
        facts.setAmount("payout", fact.payout)
        if let expires = fact.expiresAt { facts.set("offer.expiresAt", .string(expires.wholeSeconds.description)) }
        let trigger = Trigger("delivery-offer", at: tx.happenedAt, subject: fact.orderId.subject, facts: facts,
                              dedupeKey: "offer:\(fact.orderId):\(tx.messageID)")
        try Notifying(tx: tx).notify(trigger, to: fact.courierId, relations: ["courier"], asOf: tx.happenedAt)
    }
}

struct OnDeliveryOfferEnded: Reaction {
    func handle(_ fact: DeliveryOfferEnded, in tx: NotificationsTransaction) throws {
        try tx.foodOrders.endOffer(fact.orderId, to: fact.courierId)
    }
}

struct OnDeliveryAssigned: Reaction {
    func handle(_ fact: DeliveryAssigned, in tx: NotificationsTransaction) throws {
        guard var known = try tx.foodOrders.find(fact.orderId) else { return }  // Ended long ago.
        known.courier = fact.courierId
        try tx.foodOrders.save(known, at: tx.happenedAt)
    }
}

struct OnDeliveryReleased: Reaction {
    func handle(_ fact: DeliveryReleased, in tx: NotificationsTransaction) throws {
        guard var known = try tx.foodOrders.find(fact.orderId), known.courier == fact.courierId else { return }
        known.courier = nil
        try tx.foodOrders.save(known, at: tx.happenedAt)
    }
}

/// Nobody has come for a ready order.
struct OnDeliveryUnassigned: Reaction {
    func handle(_ fact: DeliveryUnassigned, in tx: NotificationsTransaction) throws {
        let facts = FoodOrderFacts.of(fact.orderId, fact.number, fact.restaurantId, fact.restaurantNames)
        let trigger = Trigger("delivery-unassigned", at: tx.happenedAt, subject: fact.orderId.subject, facts: facts,
                              dedupeKey: "unassigned:\(fact.orderId):\(fact.since)")
        try StaffMessages.send(trigger, to: StaffMessages.supervision, in: tx)
    }
}

/// A courier with an order neither moves nor acts.
struct OnCourierSilent: Reaction {
    func handle(_ fact: CourierSilent, in tx: NotificationsTransaction) throws {
        var facts = FoodOrderFacts.of(fact.orderId, fact.number, fact.restaurantId, fact.restaurantNames)
        facts.set("watched.courierId", .string(fact.courierId.rawValue))
        let trigger = Trigger("courier-silent", at: tx.happenedAt, subject: fact.orderId.subject, facts: facts,
                              dedupeKey: "silent:\(fact.courierId):\(fact.since)")
        try StaffMessages.send(trigger, to: StaffMessages.supervision, in: tx)
    }
}

struct OnCourierApproved: Reaction {
    func handle(_ fact: CourierApproved, in tx: NotificationsTransaction) throws {
        let trigger = Trigger("courier-approved", at: tx.happenedAt, subject: fact.subject, facts: Facts(),
                              dedupeKey: "courier-approved:\(fact.approvedAt)")
        try Notifying(tx: tx).notify(trigger, to: fact.courierId, relations: ["courier"], asOf: tx.happenedAt)
    }
}
