import Contracts
import Kernel
import OrdersKit

/// What a customer was charged for an order, as it is printed: the fuel that was delivered, or the fee of an order that ended without.
/// Its lines add up to its total; its payments and what was written off add up to the same.
package struct FuelReceipt: Codable, Sendable, Equatable {
    /// Without gaps within a local year.
    package struct Number: Codable, Sendable, Equatable, CustomStringConvertible {
        package let prefix: String
        package let year: Int
        package let serial: Int
        package init(prefix: String, year: Int, serial: Int) { (self.prefix, self.year, self.serial) = (prefix, year, serial) }

        /// `AF-2026-000123`
        package var description: String {
            let digits = String(serial)
            return "\(prefix)-\(year)-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
        }
    }
    /// Money that came, in minor units.
    package struct Payment: Codable, Sendable, Equatable {
        package let id: PaymentID
        package let brand: String?
        package let last4: String?
        package let amount: Int
        package init(id: PaymentID, brand: String?, last4: String?, amount: Int) {
            (self.id, self.brand, self.last4, self.amount) = (id, brand, last4, amount)
        }
    }
    /// Money that went back.
    package struct Refund: Codable, Sendable, Equatable {
        package let id: RefundID
        package let amount: Int
        package let at: Timestamp
        package init(id: RefundID, amount: Int, at: Timestamp) { (self.id, self.amount, self.at) = (id, amount, at) }
    }
    /// The car, as the order kept it.
    package struct Vehicle: Codable, Sendable, Equatable {
        package let make: String
        package let model: String
        package let year: Int
        /// A word of its owner, as the plate. Nil after an erasure.
        package var color: String?
        /// As its owner typed it, with its region. Nil after an erasure.
        package var plate: Plate?
        package init(make: String, model: String, year: Int, color: String? = nil, plate: Plate? = nil) {
            (self.make, self.model, self.year, self.color, self.plate) = (make, model, year, color, plate)
        }
    }
    package struct Plate: Codable, Sendable, Equatable {
        package let region: String
        package let number: String
        package init(region: String, number: String) { (self.region, self.number) = (region, number) }
    }

    package let number: Number
    package let orderId: OrderID
    package let userId: User.ID
    package let orderNumber: String
    package let issuedAt: Timestamp
    package let seller: String
    /// Nil after an erasure.
    package var customerName: String?
    package var vehicle: Vehicle
    /// Nil for a fee, as is the price.
    package let gallons: Gallons?
    package let pricePerGallon: PricePerGallon?
    package let currency: Currency
    /// They add up to the total.
    package var lines: [FuelLine]
    package var payments: [Payment]
    package var refunds: [Refund]
    /// What the customer was spared in minor units, because the meter went beyond what the order may cost.
    package let writtenOff: Int

    package init(number: Number, orderId: OrderID, userId: User.ID, orderNumber: String, issuedAt: Timestamp, seller: String,
                 customerName: String?, vehicle: Vehicle, gallons: Gallons?, pricePerGallon: PricePerGallon?, currency: Currency,
                 lines: [FuelLine], payments: [Payment], refunds: [Refund] = [], writtenOff: Int = 0) {
        (self.number, self.orderId, self.userId, self.orderNumber) = (number, orderId, userId, orderNumber)
        (self.issuedAt, self.seller, self.customerName, self.vehicle) = (issuedAt, seller, customerName, vehicle)
        (self.gallons, self.pricePerGallon, self.currency) = (gallons, pricePerGallon, currency)
        (self.lines, self.payments, self.refunds, self.writtenOff) = (lines, payments, refunds, writtenOff)
    }

    package var total: Int { lines.reduce(0) { $0 + $1.amount.amount } }
    package var captured: Int { payments.reduce(0) { $0 + $1.amount } }
    package var refunded: Int { refunds.reduce(0) { $0 + $1.amount } }
    package func money(_ amount: Int) -> Money { Money(amount, currency) }

    /// Takes away what names a person; money stays.
    mutating func forget() { (customerName, vehicle.plate, vehicle.color) = (nil, nil, nil) }
}
