import Contracts
import Kernel
import OrdersFuelCatalog
import OrdersFuelQuotes
import OrdersFuelReceipts
import OrdersKit
import OrdersTrucks
import OrdersVehicles
import ServiceKit

/// Fuel brought to a parked car: a stop of a truck is claimed, a card is authorised, a driver delivers and reads the meter,
/// and what was delivered is captured.
///
///     pending → scheduled → assigned → en_route → arrived → fueling → completed
///     any of these but `completed` → failed; up to `arrived` → cancelled; assigned, en_route, arrived → scheduled (given up)
package enum FuelSale: OrderWorkflow {
    package static let name = "fuel-order"
    package static let features: [Feature] = [
        .fuelOrders, .fuelCatalog, .vehicles(of: FuelSale.self), .addresses(of: FuelSale.name), .fuelQuotes(of: FuelSale.self), .trucks,
        .fuelReceipts,
    ]

    /// Timers of the order that were due by then took effect before (`load`).
    package static func step(_ order: inout FuelOrder, on fact: FuelFact, at time: Timestamp,
        settings: FuelOrderSettings) throws(Rejection) -> [FuelEffect] {
        let now = time.wholeSeconds, before = order
        var effects = try decide(&order, fact, now, settings)
        if order.isErased, order.isSettled, !order.isForgotten { forget(&order) }
        effects += FuelVersions.note(before, &order, now)
        return effects
    }

    private static func decide(_ order: inout FuelOrder, _ fact: FuelFact, _ now: Timestamp,
        _ settings: FuelOrderSettings) throws(Rejection) -> [FuelEffect] {
        switch fact {
        case .payment(let fact): paid(fact, &order, now, settings)
        case .answerOverdue: []  // Orders have timers of their own.
        case .timer(let timer): fired(timer, &order, now, settings)
        case .nothingToPay: order.status == .pending && order.authorized == 0 ? schedule(&order, now, settings) : []
        case .windowClaimed(let event): claimed(event, &order, now, settings)
        case .windowRefused(let event): refused(event, &order, now)
        case .windowLost(let claim): lost(claim, &order)
        case .delivery(let step, let at): try delivery(step, &order, at.wholeSeconds, now, settings)
        case .cancel(let by, let reason, let fee): try cancel(by, reason, fee, &order, now, settings)
        case .move(let wish): try move(wish, &order, now, settings)
        case .pay(let method, let sandbox): try pay(method, sandbox, &order, now, settings)
        case .tip(let amount, let wait, let sandbox): try tip(amount, wait, sandbox, &order, now, settings)
        case .refunded(let refund, let payment, let amount): refunded(refund, payment, amount, &order)
        case .customerErased(let name): erased(name, &order, now)
        }
    }

    package static var reads: [SettingsReading] { [.names(FuelOrderSettings.names)] + VehicleSettings.reads + TruckSettings.reads }
    package static var settingsReference: [SettingDescription] {
        FuelOrderSettings.reference + VehicleSettings.reference + TruckSettings.reference
    }
    package static func problems(in settings: JSONValue, of definition: TenantDefinition) -> [(path: String, message: String)] {
        FuelOrderSettings.problems(in: settings) + VehicleSettings.problems(in: settings) + TruckSettings.problems(in: settings)
    }
}

extension FuelOrder {
    /// Goes on to another state. Not before what happened last: the clock of a driver's phone may be ahead.
    mutating func move(to next: FuelOrderStatus, by: FuelActor, at: Timestamp) {
        status = next
        timeline.append(FuelStep(status: next, at: max(at, lastTransitionAt), by: by))
    }
}
