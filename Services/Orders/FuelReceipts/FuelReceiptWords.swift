import Contracts
import Kernel
import OrdersKit

/// What a printed receipt says beside its facts, in languages that Windows-1252 can write.
package struct FuelReceiptWords: Sendable {
    package let code, title: String
    let order, issued, customer, vehicle, plate, gallons, pricePerGallon, charges, description, amount, total, payments, card, refunds,
        refund, refunded, writtenOff, paid, perGallon: String
    /// Code of a line → what it is for.
    private let lines: [FuelLine.Code: String]

    package static func of(_ language: String) -> FuelReceiptWords { language == "es" ? spanish : english }

    func line(_ code: FuelLine.Code) -> String { lines[code] ?? code.rawValue }

    /// `$50.30`; other currencies with their code.
    package static func money(_ money: Money) -> String {
        guard money.currency == .usd else { return "\(money.currency.code) \(money.grouped)" }
        return money.amount < 0 ? "-$" + money.grouped.dropFirst() : "$" + money.grouped
    }
    /// `$3.399 per gallon`: mills are thousandths of the unit, as gallons are kept in thousandths.
    func price(_ price: PricePerGallon) -> String {
        (price.currency == .usd ? "$" : price.currency.code + " ") + Gallons(thousandths: price.mills).description + " " + perGallon
    }
    /// `2026-11-24 08:05 (UTC-05:00)`: read alike in every language.
    static func time(_ instant: Timestamp, in zone: TimeZoneRules) -> String {
        let local = zone.local(instant)
        return "\(local.date) \(local.clock) (\(zone.offset(at: instant)))"
    }

    private static let english = FuelReceiptWords(
        code: "en", title: "Receipt", order: "Order", issued: "Issued", customer: "Customer", vehicle: "Vehicle", plate: "License plate",
        gallons: "Gallons delivered", pricePerGallon: "Price", charges: "Charges", description: "Description", amount: "Amount",
        total: "Total", payments: "Payments", card: "Card", refunds: "Refunds", refund: "Refund", refunded: "Refunded in total",
        writtenOff: "Not charged (above your limit)", paid: "Paid", perGallon: "per gallon",
        lines: [.fuel: "Fuel", .promo: "Promotion", .deliveryFee: "Delivery fee", .asapFee: "ASAP fee", .salesTax: "Sales tax",
                .tip: "Tip for the driver", .cancellationFee: "Cancellation fee", .noShowFee: "No-show fee"])
    private static let spanish = FuelReceiptWords(
        code: "es", title: "Recibo", order: "Pedido", issued: "Emitido", customer: "Cliente", vehicle: "Vehículo", plate: "Matrícula",
        gallons: "Galones entregados", pricePerGallon: "Precio", charges: "Cargos", description: "Concepto", amount: "Importe",
        total: "Total", payments: "Pagos", card: "Tarjeta", refunds: "Reembolsos", refund: "Reembolso", refunded: "Reembolsado en total",
        writtenOff: "No cobrado (por encima de su límite)", paid: "Pagado", perGallon: "por galón",
        lines: [.fuel: "Combustible", .promo: "Promoción", .deliveryFee: "Gastos de entrega",
                .asapFee: "Recargo por entrega inmediata", .salesTax: "Impuesto sobre las ventas", .tip: "Propina para el conductor",
                .cancellationFee: "Gastos de cancelación", .noShowFee: "Gastos por ausencia"])
}
