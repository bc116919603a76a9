import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The ledger of receipts. A receipt is issued once, when the first money of an order came; later money, refunds and an erasure
/// are added to it. It does not read orders: the feature that charges an order asks for its receipt.
package struct FuelReceipts {
    private let tx: OrdersTransaction
    private let store: FuelReceiptStore
    package init(_ tx: OrdersTransaction) { (self.tx, store) = (tx, tx.fuelReceiptRows) }

    /// The receipt of the order; a second call answers the first one's and publishes nothing.
    /// - Parameter at: when it was issued; nil: now. Imports name it.
    @discardableResult
    package func issue(_ draft: FuelReceiptDraft, at time: Timestamp? = nil) throws -> FuelReceipt {
        if let known = try store.find(draft.orderId) { return known }
        let at = (time ?? tx.now).wholeSeconds
        let year = try TimeZoneRules.named(tx.definition.timezone).local(at).date.year
        // An erased account has no name any more; then its car has no plate either.
        let name = try draft.customerName ?? tx.people.name(of: draft.userId)
        var receipt = FuelReceipt(
            number: FuelReceipt.Number(prefix: draft.prefix, year: year, serial: try store.lastSerial(of: year) + 1),
            orderId: draft.orderId, userId: draft.userId, orderNumber: draft.orderNumber, issuedAt: at, seller: tx.definition.name,
            customerName: name, vehicle: draft.vehicle, gallons: draft.gallons, pricePerGallon: draft.pricePerGallon,
            currency: draft.currency, lines: draft.lines, payments: draft.payments, writtenOff: draft.writtenOff)
        if name == nil { receipt.forget() }
        try store.insert(receipt)
        try tx.publish(ReceiptIssued(
            orderId: draft.orderId, userId: draft.userId, version: draft.version, status: draft.status, number: draft.orderNumber,
            at: at, receiptNumber: receipt.number.description, total: receipt.money(receipt.total),
            captured: receipt.money(receipt.captured), gallons: draft.gallons?.number))
        return receipt
    }

    /// More money for the order: a tip after its completion, with its line, or a balance that was still due. A payment counts once.
    package func add(_ payment: FuelReceipt.Payment, line: FuelLine? = nil, to order: OrderID) throws {
        guard var receipt = try store.find(order), !receipt.payments.contains(where: { $0.id == payment.id }) else { return }
        receipt.payments.append(payment)
        if let line { receipt.lines.append(line) }
        try store.update(receipt)
    }

    /// Money of the order went back. A refund counts once.
    package func refunded(_ refund: FuelReceipt.Refund, of order: OrderID) throws {
        guard var receipt = try store.find(order), !receipt.refunds.contains(where: { $0.id == refund.id }) else { return }
        receipt.refunds.append(refund)
        try store.update(receipt)
    }

    /// Takes a person out of the receipts of their orders.
    package func forget(_ user: User.ID) throws {
        for var receipt in try store.all(of: user) {
            receipt.forget()
            try store.update(receipt)
        }
    }

    package func number(of order: OrderID) throws -> String? { try store.find(order)?.number.description }
}
