import Contracts
import Kernel
import OrdersFuelReceipts
import OrdersKit
import ServiceKit

// The receipt of an order: issued with the first money that came, and added to later.
extension FuelSale {
    /// - Parameters:
    ///   - time: of a receipt that was issued before this platform; nil: now.
    ///   - customerName: nil: as the account says.
    static func issueReceipt(of order: FuelOrder, for payment: PaymentID, at time: Timestamp? = nil, customerName: String? = nil,
                             in tx: OrdersTransaction) throws {
        guard let final = order.final, let paid = receiptPayment(payment, of: order) else { return }
        guard try tx.fuelReceipts.number(of: order.id) == nil else {
            return try tx.fuelReceipts.add(paid, to: order.id)
        }
        let isDelivery = order.status == .completed
        // A tip given while the rest was still due came first.
        let tips = order.payments.filter { $0.purpose == .tip && $0.captured > 0 && $0.id != payment }
        let vehicle = order.vehicle
        var draft = FuelReceiptDraft(
            orderId: order.id, userId: order.customer, version: order.version, status: order.status.rawValue,
            orderNumber: order.shownNumber,
            vehicle: FuelReceipt.Vehicle(make: vehicle.make, model: vehicle.model, year: vehicle.year, color: vehicle.color,
                                         plate: FuelReceipt.Plate(region: vehicle.plate.region, number: vehicle.plate.number)),
            gallons: isDelivery ? order.reading?.gallons : nil, pricePerGallon: isDelivery ? order.quote.terms.pricePerGallon : nil,
            currency: order.currency, lines: final.lines + tips.map { FuelLine(code: .tip, amount: order.money($0.captured)) },
            payments: [paid] + tips.compactMap { receiptPayment($0.id, of: order) }, writtenOff: final.writtenOff)
        draft.customerName = customerName
        let receipt = try tx.fuelReceipts.issue(draft, at: time)
        for refund in tips.flatMap(\.refunds) {
            try tx.fuelReceipts.refunded(FuelReceipt.Refund(id: refund.id, amount: refund.amount, at: receipt.issuedAt), of: order.id)
        }
        // The order shows the number from this version on.
        guard var stored = try tx.fuelOrders.find(order.id) else { return }
        stored.final?.receiptNumber = receipt.number.description
        try tx.fuelOrders.update(stored)
    }

    static func addToReceipt(_ payment: PaymentID, _ line: FuelLine?, of order: FuelOrder, in tx: OrdersTransaction) throws {
        guard let paid = receiptPayment(payment, of: order) else { return }
        try tx.fuelReceipts.add(paid, line: line, to: order.id)
    }

    private static func receiptPayment(_ id: PaymentID, of order: FuelOrder) -> FuelReceipt.Payment? {
        order.payments.first { $0.id == id }.map {
            FuelReceipt.Payment(id: $0.id, brand: $0.paidWith?.brand, last4: $0.paidWith?.last4, amount: $0.captured)
        }
    }
}
