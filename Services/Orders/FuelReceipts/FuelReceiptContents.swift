import Contracts
import Kernel

/// What stands on a receipt, in the order in which it is read: the page and the sheet of paper show the same.
struct FuelReceiptContents {
    struct Fact: Equatable {
        let label, value: String
    }
    struct Row: Equatable {
        let label, amount: String
        /// How it was computed.
        var detail: String?
        var isSum = false
    }
    struct Table: Equatable {
        let title: String
        let rows: [Row]
    }
    let title: String
    let seller: String
    let facts: [Fact]
    /// Charges, payments, refunds; the last only if there are some.
    let tables: [Table]

    init(_ receipt: FuelReceipt, words: FuelReceiptWords, zone: TimeZoneRules) {
        func money(_ amount: Int) -> String { FuelReceiptWords.money(receipt.money(amount)) }
        title = "\(words.title) \(receipt.number)"
        seller = receipt.seller
        let car = receipt.vehicle
        var facts = [Fact(label: words.order, value: receipt.orderNumber),
                     Fact(label: words.issued, value: FuelReceiptWords.time(receipt.issuedAt, in: zone))]
        if let name = receipt.customerName { facts.append(Fact(label: words.customer, value: name)) }
        facts.append(Fact(label: words.vehicle, value: [String(car.year), car.make, car.model, car.color ?? ""]
            .filter { !$0.isEmpty }.joined(separator: " ")))
        if let plate = car.plate { facts.append(Fact(label: words.plate, value: "\(plate.number) (\(plate.region))")) }
        if let gallons = receipt.gallons { facts.append(Fact(label: words.gallons, value: gallons.description)) }
        if let price = receipt.pricePerGallon { facts.append(Fact(label: words.pricePerGallon, value: words.price(price))) }
        self.facts = facts
        let charges = receipt.lines.map { Row(label: words.line($0.code), amount: FuelReceiptWords.money($0.amount), detail: $0.detail) }
            + [Row(label: words.total, amount: money(receipt.total), isSum: true)]
        var payments = receipt.payments.map { payment in
            let card = [payment.brand?.capitalized, payment.last4.map { "····\($0)" }].compactMap { $0 }
            return Row(label: card.isEmpty ? words.card : card.joined(separator: " "), amount: money(payment.amount))
        }
        if receipt.writtenOff > 0 { payments.append(Row(label: words.writtenOff, amount: money(receipt.writtenOff))) }
        payments.append(Row(label: words.paid, amount: money(receipt.captured), isSum: true))
        var tables = [Table(title: words.charges, rows: charges), Table(title: words.payments, rows: payments)]
        if !receipt.refunds.isEmpty {
            let refunds = receipt.refunds.map {
                Row(label: words.refund, amount: money($0.amount), detail: FuelReceiptWords.time($0.at, in: zone))
            }
            let sum = Row(label: words.refunded, amount: money(receipt.refunded), isSum: true)
            tables.append(Table(title: words.refunds, rows: refunds + [sum]))
        }
        self.tables = tables
    }
}

extension String {
    /// `visa` is `Visa`.
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
