import Contracts
import Kernel
import OrdersDeliveries
import OrdersKit
import ServiceKit

/// Food of one restaurant, brought to the door: the kitchen's place is claimed, a card is charged, the restaurant
/// accepts and cooks, a courier picks it up and delivers it.
///
///     pending → accepted → preparing → ready → out_for_delivery → delivered
///     any of these but the last → cancelled
package enum FoodSale: OrderWorkflow {
    package static let name = "food-order"
    package static let features: [Feature] = [.foodOrders, .deliveries(of: FoodSale.self), .couriers(of: FoodSale.self)]

    /// Timers of the order that were due by then took effect before (`load`).
    package static func step(_ order: inout FoodOrder, on fact: FoodFact, at time: Timestamp,
        settings: FoodSettings) throws(Rejection) -> [FoodEffect] {
        let now = time.wholeSeconds, before = order
        var effects = try decide(&order, fact, now, settings)
        if order.status.isFinal, order.isErased { order.forget() }
        if order.status.isFinal, let courier = order.erasedCourier {
            order.erasedCourier = nil
            effects.append(.forgetCourier(courier))
        }
        // A repeat changes nothing, not even when the estimate has passed since.
        guard order != before || !effects.isEmpty else { return [] }
        effects += FoodVersions.note(before, &order, now, isDeliveryNews: fact.isDeliveryNews)
        return effects
    }

    private static func decide(_ order: inout FoodOrder, _ fact: FoodFact, _ now: Timestamp,
        _ settings: FoodSettings) throws(Rejection) -> [FoodEffect] {
        switch fact {
        case .payment(let fact): paid(fact, &order, now)
        case .answerOverdue: []  // Orders have timers of their own.
        case .timer(let timer): fired(timer, &order, now, settings)
        case .accept(let by, let minutes): try accept(by, minutes, &order, now, settings)
        case .prepare(let by): try prepare(by, &order, now)
        case .ready(let by): try ready(by, &order, now)
        case .prepTime(let minutes): try changePrepTime(minutes, &order, now)
        case .reject(let by, let reason, let note): try reject(by, reason, note, &order, now, settings)
        case .ownerCancels(let by, let reason, let note): try ownerCancels(by, reason, note, &order, now, settings)
        case .customerCancels(let by, let reason, let note, let fee): try customerCancels(by, reason, note, fee, &order, now, settings)
        case .staffCancel(let by, let reason, let note, let terms): try staffCancel(by, reason, note, terms, &order, now, settings)
        case .claimExpired: claimExpired(&order, now, settings)
        case .delivery(let delivery): deliveryChanged(delivery, &order)
        case .pickedUp(let by): try pickedUp(by, &order, now)
        case .completed(let by, let note): try completed(by, note, &order, now, settings)
        case .failed(let by, let note): try failed(by, note, &order, now, settings)
        case .rated(let stars, let courier, let comment): try rate(stars, courier, comment, &order, now)
        case .refundNoted(let refund, let amount): refundNoted(refund, amount, &order)
        case .refundSettled(let refund, let amount, let state): refundSettled(refund, amount, state, &order)
        case .customerErased(let contact): customerErased(contact, &order)
        case .courierErased(let courier): courierErased(courier, &order)
        }
    }

    package static var reads: [SettingsReading] { [.names(FoodSettings.names)] + DeliverySettings.reads }
    package static var settingsReference: [SettingDescription] { FoodSettings.reference + DeliverySettings.reference }
    package static func problems(in settings: JSONValue, of definition: TenantDefinition) -> [(path: String, message: String)] {
        FoodSettings.problems(in: settings) + DeliverySettings.problems(in: settings)
    }
}

extension FoodFact {
    /// A change of the courier's side alone: nothing else says that the estimate moved.
    var isDeliveryNews: Bool { if case .delivery = self { true } else { false } }
}
