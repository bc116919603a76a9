import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// An order moves to another window. The new stop is claimed before the old one is free; the answer comes with it.
package struct MoveFuelOrder: Command {
    package static let type: MessageType = "orders.move-fuel-order.v1"
    let orderId: OrderID
    let form: JSONValue
    package init(_ orderId: OrderID, _ form: JSONValue) { (self.orderId, self.form) = (orderId, form) }
    package init(from decoder: any Decoder) throws { (orderId, form) = try FuelOrderPath.read(decoder) }
    package func encode(to encoder: any Encoder) throws { try FuelOrderPath.write(orderId, form, encoder) }

    package func handle(in tx: OrdersTransaction) throws -> FuelOrderReply {
        let viewer = try tx.fuelViewer(), order = try tx.settledFuelOrder(orderId), actor = try viewer.actor(in: order)
        var reader = FormReader(form)
        let wanted: TruckWindowID? = reader.id("windowId", isRequired: true)
        try reader.finish()
        guard let wanted else { throw Rejection.invalid(["windowId": ["is required"]]) }
        // Erasing its customer ends an order that could still move; erasing its driver does not, and it would move once more.
        if actor != .customer { tx.noteWhom(order, isShownTo: viewer.user) }
        if order.isMovable, order.pendingMove == nil, order.schedule.windowId == wanted {
            return .known(try tx.fuelPresenter().answer(order, for: viewer.reader))
        }
        let wait = FuelWait(request: tx.messageID, reader: viewer.reader,
                            overdueAt: tx.now.wholeSeconds + .seconds(tx.fuelOrderSettings.claimSeconds))
        let wish = FuelMove(claim: FuelOrder.claim(of: orderId, order.claims), windowId: wanted, by: actor, wait: wait)
        guard try FuelSale.apply(.move(wish), to: orderId, in: tx) != nil else { throw Rejection.notFound }
        return .waiting(tx.deferred())
    }
}

extension FuelOrder {
    /// In a state in which it could move.
    var isMovable: Bool { schedule.type == .window && (status == .scheduled || status == .assigned) }
}
