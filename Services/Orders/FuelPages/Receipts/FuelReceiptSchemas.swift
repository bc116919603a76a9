import ServiceKit

/// The receipt, for the documentation.
enum FuelReceiptSchemas {
    private static let text = Schema.string()
    private static let line = Schema.object(["code": text, "amount": .money, "detail": text], required: ["code", "amount"])
    private static let payment = Schema.object(["paymentId": .id, "brand": text.orNull, "last4": text.orNull, "amount": .money],
                                               required: ["paymentId", "brand", "last4", "amount"])
    private static let refund = Schema.object(["refundId": .id, "amount": .money, "at": .time], required: ["refundId", "amount", "at"])
    private static let price = Schema.object(["mills": .integer(), "currency": .string(3...3)], required: ["mills", "currency"])
    private static let plate = Schema.object(["region": text, "number": text], required: ["region", "number"])
    private static let vehicle = Schema.object(
        ["make": text, "model": text, "year": .integer(), "color": text.orNull, "plate": plate.orNull],
        required: ["make", "model", "year", "color", "plate"])

    static let receipt = Schema.object([
        "number": text, "orderId": .id, "orderNumber": text, "issuedAt": .time, "seller": .object(["name": text], required: ["name"]),
        "customerName": text.orNull, "vehicle": vehicle, "gallons": .number().orNull, "pricePerGallon": price.orNull,
        "lines": .array(line), "total": .money, "payments": .array(payment), "refunds": .array(refund), "writtenOff": .money,
    ], required: ["number", "orderId", "orderNumber", "issuedAt", "seller", "customerName", "vehicle", "gallons", "pricePerGallon", "lines",
                  "total", "payments", "refunds"])
}
