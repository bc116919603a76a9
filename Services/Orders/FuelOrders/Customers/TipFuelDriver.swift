import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A customer gives a tip after the delivery. It is a payment of its own; the order shows the tip when it is paid.
package struct TipFuelDriver: Command {
    package static let type: MessageType = "orders.tip-fuel-driver.v1"
    let orderId: OrderID
    let form: JSONValue
    package init(_ orderId: OrderID, _ form: JSONValue) { (self.orderId, self.form) = (orderId, form) }
    package init(from decoder: any Decoder) throws { (orderId, form) = try FuelOrderPath.read(decoder) }
    package func encode(to encoder: any Encoder) throws { try FuelOrderPath.write(orderId, form, encoder) }

    package func handle(in tx: OrdersTransaction) throws -> FuelOrderReply {
        let viewer = try tx.fuelViewer(), order = try tx.settledFuelOrder(orderId), settings = tx.fuelOrderSettings
        guard order.customer == viewer.user else { throw Rejection.notFound }
        var reader = FormReader(form)
        let amount = reader.money("amount", settings.tipMinimum...max(settings.tipMinimum, settings.tipMaximum),
                                  in: tx.definition.currency, isRequired: true)
        try reader.finish()
        let wait = FuelWait(request: tx.messageID, reader: viewer.reader,
                            overdueAt: tx.now.wholeSeconds + .seconds(settings.claimSeconds))
        let tip = FuelFact.tip(amount ?? settings.tipMinimum, wait, sandbox: tx.sandboxFault)
        guard let after = try FuelSale.apply(tip, to: orderId, in: tx) else { throw Rejection.notFound }
        // Without a payment of the order nobody knows yet whether there is a card.
        if after.pendingTip != nil { return .waiting(tx.deferred()) }
        return .known(try tx.fuelPresenter().answer(try tx.fuelOrders.require(orderId), for: viewer.reader))
    }
}
