import Contracts
import Kernel
import OrdersDeliveries
import OrdersKit
import ServiceKit

/// Seeding. The order goes through its states as if it had happened; only what it leaves behind is sent.
extension ImportFoodOrder: Command {
    public func handle(in tx: OrdersTransaction) throws -> NoContent {
        guard try tx.foodOrders.find(orderId) == nil else { return NoContent() }
        // The account comes on another way, and perhaps later.
        if let customerName, try tx.people.name(of: customerId) == nil {
            try tx.people.remember(customerId, name: customerName, email: nil, phone: nil)
        }
        let settings = tx.foodSettings
        let request = FoodOrderRequest(
            id: orderId, customer: customerId, quote: QuoteID(DeterministicID.make("imported-quote", orderId.rawValue)), placedAt: placedAt,
            leaveAtDoor: false, sandbox: nil, payment: FoodPayment(of: orderId, method: .card, methodId: nil),
            address: FoodAddress(line: addressLine, details: nil, phone: nil), note: nil, request: "", language: nil, roles: [])
        let claimed = QuoteClaimed(claimId: request.claim, orderId: orderId, quoteId: request.quote, customerId: customerId, quote: content,
                                   restaurant: restaurant, expiresAt: placedAt)
        var order = FoodOrder(request, claimed: claimed, number: try tx.foodOrders.nextNumber(), at: placedAt)
        var ledger: PostLedger?
        for (fact, at) in history(of: order) {
            for case .post(let posted) in try FoodSale.step(&order, on: fact, at: at, settings: settings) { ledger = posted }
        }
        order.sent = FoodTimer.allCases
        try tx.foodOrders.insert(order)
        try importJob(of: order, in: tx)
        try tx.send(payment(of: order))
        if let ledger { try tx.send(ledger) }
        if let rating = order.rating {
            try FoodSale.announce(.rated, order, in: tx)
            if let courier = order.delivery?.courier { try Deliveries<FoodSale>(tx).rated(courier, was: nil, is: rating.courierStars) }
        }
        return NoContent()
    }

    /// The courier's side of it, under the same id.
    private func importJob(of order: FoodOrder, in tx: OrdersTransaction) throws {
        guard let courierId, let accepted = order.times.acceptedAt, let ready = order.times.readyAt,
              let pickedUp = order.times.pickedUpAt, let ended = order.endedAt else { return }
        let times = DoneJobTimes(acceptedAt: accepted, assignedAt: after(2).wholeSeconds, readyAt: ready, pickedUpAt: pickedUp,
                                 endedAt: ended)
        try Deliveries<FoodSale>(tx).importDone(FoodSale.newDelivery(of: order, in: tx), by: courierId, times)
    }

    private func payment(of order: FoodOrder) -> ImportPayment {
        let isCancelled = courierId == nil
        return ImportPayment(paymentId: order.payment.id, orderId: orderId, userId: customerId, amount: order.totals.total,
                             refunded: isCancelled, paidAt: placedAt, refundedAt: isCancelled ? endedAt : nil)
    }

    /// A tenth of the way for each step of the kitchen.
    private func after(_ tenths: Int64) -> Timestamp { placedAt + .milliseconds((endedAt - placedAt).wholeMilliseconds * tenths / 10) }

    /// What the order learned, and when.
    private func history(of order: FoodOrder) -> [(FoodFact, Timestamp)] {
        let owner = FoodActor(role: "owner", id: restaurant.ownerId), customer = FoodActor(role: "customer", id: customerId)
        let paid = PaymentNotice(order.payment.id, order.totals.total)
        guard let courierId else {
            let refund = order.refund("cancelled")
            return [
                (.payment(.succeeded(paid)), placedAt),
                (.customerCancels(by: customer, .changedMind, note: nil, acceptedFee: nil), endedAt),
                (.refundSettled(refund, amount: order.totals.total.amount, .succeeded), endedAt),
            ]
        }
        let courier = FoodActor(role: "courier", id: courierId)
        var facts: [(FoodFact, Timestamp)] = [
            (.payment(.succeeded(paid)), placedAt), (.accept(by: owner, minutes: restaurant.prepMinutes), after(1)),
            (.delivery(FoodDelivery(status: .assigned, courier: courierId)), after(2)), (.prepare(by: owner), after(2)),
            (.ready(by: owner), after(6)), (.pickedUp(by: courier), after(7)), (.completed(by: courier, note: nil), endedAt),
        ]
        if let rating {
            facts.append((.rated(restaurantStars: rating.restaurantStars, courierStars: rating.courierStars, comment: rating.comment),
                          rating.ratedAt))
        }
        return facts
    }
}
