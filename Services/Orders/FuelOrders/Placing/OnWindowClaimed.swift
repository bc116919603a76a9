import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Scheduling holds a stop: the order exists from now on, and its customer's request is answered. Or it moves.
package struct OnWindowClaimed: Reaction {
    package init() {}
    package func handle(_ event: WindowClaimed, in tx: OrdersTransaction) throws {
        guard let request = try tx.fuelRequests.find(event.orderId), request.claim == event.claimId else {
            // Of an order that was refused or given up, the stop is released.
            guard try FuelSale.apply(.windowClaimed(event), to: event.orderId, in: tx) == nil else { return }
            return try tx.send(ReleaseWindow(claimId: event.claimId, orderId: event.orderId))
        }
        if try FuelClaimOverdue.abandonIfDue(request, in: tx) { return }
        try tx.fuelRequests.delete(request.id)
        tx.cancelTimer(FuelClaimOverdue.timer(request.id))
        var order = FuelOrder(request, claimed: event, number: try tx.fuelOrders.nextNumber())
        let effects = FuelSale.begin(&order, request)
        try tx.fuelOrders.insert(order, content: request.content)
        try FuelSale.setTimer(of: order, in: tx)
        try FuelSale.perform(effects, of: order, in: tx)
        if request.isErased == true {
            // The answer that is kept names nobody.
            try FuelSale.apply(.customerErased(name: nil), to: order.id, in: tx)
            order = try tx.fuelOrders.require(order.id)
        }
        try tx.answer(request.request, with: Created(try tx.fuelPresenter().answer(order, for: request.reader), at: "/orders/\(order.id)"))
        if order.authorized == 0 { try FuelSale.apply(.nothingToPay, to: order.id, in: tx) }
    }
}

extension FuelSale {
    /// The first step of an order: its card is authorised, if there is anything to pay.
    static func begin(_ order: inout FuelOrder, _ request: FuelOrderRequest) -> [FuelEffect] {
        let news: [FuelEffect] = [.announce(.placed), .show(.status(by: .customer))]
        // The card of an account that is gone is left alone.
        guard order.authorized > 0, request.isErased != true else { return news }
        let named = request.paymentMethodId.map { FuelMethod.named($0) }
        let payment = FuelPayment(id: order.nextPayment, purpose: .order, amount: order.authorized, createdAt: order.receivedAt,
                                  status: named == nil ? .requiresPaymentMethod : .processing)
        order.payments.append(payment)
        return news + [.createIntent(payment.id, named ?? .usual, sandbox: order.sandbox)]
    }
}
