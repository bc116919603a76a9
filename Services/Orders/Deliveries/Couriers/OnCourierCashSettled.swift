import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A courier handed over cash: he may take orders again that he had no room for.
package struct OnCourierCashSettled<Order: DeliveredOrder>: Reaction {
    package init() {}
    package func handle(_ event: CourierCashSettled, in tx: OrdersTransaction) throws {
        guard let before = try tx.couriers.find(event.courierId), event.amount.currency == tx.definition.currency else { return }
        var courier = before
        courier.cashInHand = max(0, courier.cashInHand - max(0, event.amount.amount))
        try tx.couriers.save(courier)
        try Deliveries<Order>(tx).offerNearby(to: courier, before: before)
    }
}
