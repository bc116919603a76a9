import Contracts
import Kernel
import Messaging
import OrdersFuelReceipts
import OrdersKit
import OrdersService
import ServiceKit
import TestKit

/// What an order does with receipts, as a command.
struct ChargeOrder: Command {
    static let type: MessageType = "orders.charge-order.v1"
    let order: OrderID
    var user: User.ID = "maya"
    var lines: [FuelLine] = ReceiptDesk.delivered
    var paid = 5030
    var writtenOff = 0
    var gallons: Gallons? = Gallons(thousandths: 12_345)
    /// Nil: now.
    var at: Timestamp?

    func handle(in tx: OrdersTransaction) throws -> JSONValue {
        let receipt = try tx.fuelReceipts.issue(FuelReceiptDraft(
            orderId: order, userId: user, version: 12, status: "completed", orderNumber: "AF10042",
            vehicle: FuelReceipt.Vehicle(make: "Toyota", model: "Camry", year: 2021, color: "Silver",
                                         plate: FuelReceipt.Plate(region: "US-FL", number: "ABC D12")),
            gallons: gallons, pricePerGallon: gallons == nil ? nil : PricePerGallon(mills: 3399, currency: .usd), lines: lines,
            payments: [FuelReceipt.Payment(id: PaymentID("pay-\(order)"), brand: "visa", last4: "4242", amount: paid)],
            writtenOff: writtenOff), at: at)
        return FuelReceiptPresenter(receipt).json
    }
}

/// A tip after the delivery.
struct TipOrder: Command {
    static let type: MessageType = "orders.tip-order.v1"
    let order: OrderID
    let amount: Int
    func handle(in tx: OrdersTransaction) throws -> NoContent {
        try tx.fuelReceipts.add(FuelReceipt.Payment(id: PaymentID("tip-\(order)"), brand: "visa", last4: "4242", amount: amount),
                                line: FuelLine(code: .tip, amount: Money(amount, .usd)), to: order)
        return NoContent()
    }
}

struct ReturnMoney: Command {
    static let type: MessageType = "orders.return-money.v1"
    let order: OrderID
    let refund: RefundID
    let amount: Int
    func handle(in tx: OrdersTransaction) throws -> NoContent {
        try tx.fuelReceipts.refunded(FuelReceipt.Refund(id: refund, amount: amount, at: tx.now.wholeSeconds), of: order)
        return NoContent()
    }
}

struct ReceiptOfOrder: Query {
    static let type: MessageType = "orders.receipt-of-order.v1"
    let order: OrderID
    func answer(in view: OrdersView) throws -> JSONValue {
        guard let receipt = try view.fuelReceiptRows.find(order) else { throw Rejection.notFound }
        return FuelReceiptPresenter(receipt).json
    }
}

/// Orders that are charged by the commands above and by nothing else.
enum ReceiptDesk: TestOnlyService {
    static let name: ServiceName = "orders"
    static let contents = ServiceContents(features: Orders.contents.features + [
        Feature("receipt-desk", commands: [ChargeOrder.self, TipOrder.self, ReturnMoney.self], queries: [ReceiptOfOrder.self]),
    ])
    static let delivered = [
        FuelLine(code: .fuel, amount: Money(4196, .usd), detail: "12.345 × 3.399"), FuelLine(code: .deliveryFee, amount: Money(499, .usd)),
        FuelLine(code: .salesTax, amount: Money(35, .usd)), FuelLine(code: .tip, amount: Money(300, .usd)),
    ]
    static let start = Timestamp("2026-11-24T13:05:00Z") ?? .distantPast

    static func shard() throws -> ShardHarness<ReceiptDesk> {
        let shard = try ShardHarness(ReceiptDesk.self, definition: TenantDefinition(
            tenant: "autofill", name: "AutoFill", currency: .usd, timezone: "America/New_York", sandbox: true, roles: ["customer": []],
            plugins: ["orders": []]))
        shard.now = start
        try shard.receive(UserRegistered(userId: "maya", name: "Maya (VIP) Torres Ñandú", email: "maya@autofill.test", phone: nil,
                                         roles: ["customer"], locale: "en"))
        return shard
    }
}
