import Contracts
import ServiceKit

extension Feature {
    /// Orders that are paid in cash when they are delivered.
    package static let cashOnDelivery = Feature(
        "cash-on-delivery",
        commands: [RecordOrderCash.self],
        publishes: [OrderCashRecorded.self],
        plugins: [PluginDeclaration(CashOnDelivery.plugin)])
}
