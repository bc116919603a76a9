import Contracts
import ServiceKit

extension Feature {
    /// Receipts of orders of fuel.
    package static let fuelReceipts = Feature(
        "fuel-receipts",
        migrations: [CreateFuelReceipts.self],
        reactions: [OnUserErased.self],
        publishes: [ReceiptIssued.self])
}
