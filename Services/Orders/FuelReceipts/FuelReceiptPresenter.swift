import Contracts
import Kernel

/// A receipt as the API answers it.
package struct FuelReceiptPresenter {
    private let receipt: FuelReceipt
    package init(_ receipt: FuelReceipt) { self.receipt = receipt }

    package var json: JSONValue {
        var members: [String: JSONValue] = [
            "number": .string(receipt.number.description), "orderId": .string(receipt.orderId.rawValue),
            "orderNumber": .string(receipt.orderNumber), "issuedAt": .string(receipt.issuedAt.description),
            "seller": ["name": .string(receipt.seller)], "customerName": receipt.customerName.map { .string($0) } ?? .null,
            "vehicle": vehicle, "gallons": receipt.gallons?.json ?? .null,
            "pricePerGallon": receipt.pricePerGallon?.json ?? .null,
            "lines": .array(receipt.lines.map(line)), "total": money(receipt.total),
            "payments": .array(receipt.payments.map { payment in
                ["paymentId": .string(payment.id.rawValue), "brand": payment.brand.map { .string($0) } ?? .null,
                 "last4": payment.last4.map { .string($0) } ?? .null, "amount": money(payment.amount)]
            }),
            "refunds": .array(receipt.refunds.map { refund in
                ["refundId": .string(refund.id.rawValue), "amount": money(refund.amount), "at": .string(refund.at.description)]
            }),
        ]
        if receipt.writtenOff > 0 { members["writtenOff"] = money(receipt.writtenOff) }
        return .object(members)
    }

    private var vehicle: JSONValue {
        let car = receipt.vehicle
        return ["make": .string(car.make), "model": .string(car.model), "year": .int(car.year),
                "color": car.color.map { .string($0) } ?? .null,
                "plate": car.plate.map { ["region": .string($0.region), "number": .string($0.number)] } ?? .null]
    }
    private func line(_ line: FuelLine) -> JSONValue {
        var members: [String: JSONValue] = ["code": .string(line.code.rawValue), "amount": money(line.amount.amount)]
        if let detail = line.detail { members["detail"] = .string(detail) }
        return .object(members)
    }
    private func money(_ amount: Int) -> JSONValue { ["amount": .int(amount), "currency": .string(receipt.currency.code)] }
}
