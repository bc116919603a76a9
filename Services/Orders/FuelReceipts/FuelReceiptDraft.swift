import Contracts
import Kernel

/// What an order says when its money came; the number and the names are added when it is issued.
package struct FuelReceiptDraft: Sendable {
    package let orderId: OrderID
    package let userId: User.ID
    /// Of the order, for the event that tells of the receipt.
    package let version: Int
    package let status: String
    package let orderNumber: String
    /// What receipt numbers begin with.
    package let prefix: String
    package let vehicle: FuelReceipt.Vehicle
    /// Nil for a fee, as is the price.
    package let gallons: Gallons?
    package let pricePerGallon: PricePerGallon?
    package let currency: Currency
    package let lines: [FuelLine]
    package let payments: [FuelReceipt.Payment]
    package let writtenOff: Int
    /// Nil: as the account says.
    package var customerName: String?

    package init(orderId: OrderID, userId: User.ID, version: Int, status: String, orderNumber: String, prefix: String = "AF",
                 vehicle: FuelReceipt.Vehicle, gallons: Gallons?, pricePerGallon: PricePerGallon?, currency: Currency = .usd,
                 lines: [FuelLine], payments: [FuelReceipt.Payment], writtenOff: Int = 0) {
        (self.orderId, self.userId, self.version, self.status) = (orderId, userId, version, status)
        (self.orderNumber, self.prefix, self.vehicle) = (orderNumber, prefix, vehicle)
        (self.gallons, self.pricePerGallon, self.currency) = (gallons, pricePerGallon, currency)
        (self.lines, self.payments, self.writtenOff) = (lines, payments, writtenOff)
    }
}
