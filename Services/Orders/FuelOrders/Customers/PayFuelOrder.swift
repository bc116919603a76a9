import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A customer pays with another card after the first one was declined, or pays what is owed.
package struct PayFuelOrder: Command {
    package static let type: MessageType = "orders.pay-fuel-order.v1"
    let orderId: OrderID
    let form: JSONValue
    package init(_ orderId: OrderID, _ form: JSONValue) { (self.orderId, self.form) = (orderId, form) }
    package init(from decoder: any Decoder) throws { (orderId, form) = try FuelOrderPath.read(decoder) }
    package func encode(to encoder: any Encoder) throws { try FuelOrderPath.write(orderId, form, encoder) }

    package func handle(in tx: OrdersTransaction) throws -> Created<JSONValue> {
        let viewer = try tx.fuelViewer(), order = try tx.settledFuelOrder(orderId)
        guard order.customer == viewer.user else { throw Rejection.notFound }
        var reader = FormReader(form)
        let method = reader.text("paymentMethodId", 1...100, isRequired: true)
        try reader.finish()
        let after = try FuelSale.apply(.pay(methodId: method ?? "", sandbox: tx.sandboxFault), to: orderId, in: tx)
        guard let payment = after?.payments.last else { throw Rejection.notFound }
        return Created(
            [
                "id": .string(payment.id.rawValue), "orderId": .string(orderId.rawValue), "purpose": .string(payment.purpose.rawValue),
                "amount": .int(payment.amount), "currency": .string(order.currency.code), "status": .string(payment.status.rawValue),
                "captureMethod": .string(payment.purpose == .order ? "manual" : "automatic"), "amountAuthorized": 0, "amountCaptured": 0,
                "authorizationExpiresAt": .null,
                // The payment service looks the card up next.
                "method": .null, "failureCode": .text(payment.failureCode), "refunds": [], "createdAt": .time(payment.createdAt),
            ], at: "/payments/\(payment.id)")
    }
}
