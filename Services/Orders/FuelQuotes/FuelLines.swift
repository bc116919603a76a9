import Contracts
import Kernel

/// What an order costs, line by line, in the order in which people read them. The lines add up to the total.
package struct FuelLines: Codable, Sendable, Equatable {
    package let lines: [FuelLine]
    package let total: Money
    /// - Parameter lines: of one currency.
    package init(_ lines: [FuelLine], in currency: Currency) {
        self.lines = lines
        total = Money(lines.reduce(0) { $0 + $1.amount.amount }, currency)
    }

    /// The amount of a line; nil: there is none.
    package subscript(_ code: FuelLine.Code) -> Money? { lines.first { $0.code == code }?.amount }

    /// As answers show them.
    package var json: JSONValue {
        .array(lines.map { line in
            var members: [String: JSONValue] = ["code": .string(line.code.rawValue), "amount": line.amount.json]
            if let detail = line.detail { members["detail"] = .string(detail) }
            return .object(members)
        })
    }
}
