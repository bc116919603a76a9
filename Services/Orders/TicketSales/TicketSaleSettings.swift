import Contracts
import Kernel

/// `settings.orders` of a tenant, with the terms of payments and refunds that other services own. Everything has a
/// default; the tenant file was checked when it was applied.
package struct TicketSaleSettings: Sendable, Equatable {
    /// Put before order numbers and serials: `EP`.
    package var numberPrefix = "SK"
    package var platformFeePercent = 0
    /// How long another service may take to answer while a buyer waits.
    package var claimAnswerSeconds = 30
    /// Kept free for a payment after its own deadline.
    package var paymentGraceMinutes = 5
    /// How long a change of date or venue lets buyers give tickets back.
    package var changeRefundHours = 72
    /// How often a ticket's code may be renewed.
    package var reissuesPerTicketMax = 5
    /// Codes that a snapshot for a door without a network may have. They are kept in memory: about 400 bytes each, and as much again
    /// for each snapshot on its way.
    package var snapshotCodesMax = 250_000

    static let names = ["numberPrefix", "claimAnswerSeconds", "reissuesPerTicketMax", "snapshotCodesMax"]
    static let snapshotCodes = 1000...250_000

    package init() {}
    package init(_ definition: TenantDefinition) {
        if let terms = try? definition.shared(PaymentTerms.self, in: .orders) {
            (platformFeePercent, paymentGraceMinutes) = (terms.platformFeePercent, terms.paymentGraceMinutes)
        }
        if let terms = try? definition.shared(RefundTerms.self, in: .orders) { changeRefundHours = terms.changeRefundHours }
        guard let settings = definition.settings[ServiceName.orders.rawValue] else { return }
        if let value = settings["numberPrefix"]?.string { numberPrefix = value }
        if let value = settings["claimAnswerSeconds"]?.int { claimAnswerSeconds = value }
        if let value = settings["reissuesPerTicketMax"]?.int { reissuesPerTicketMax = value }
        if let value = settings["snapshotCodesMax"]?.int { snapshotCodesMax = value }
    }

    /// Problems of the settings as (path, message), for whoever writes the tenant file.
    package static func problems(in settings: JSONValue) -> [(path: String, message: String)] {
        var problems: [(path: String, message: String)] = []
        func number(_ name: String, _ range: ClosedRange<Int>) {
            guard let value = settings[name] else { return }
            if value.int.map(range.contains) != true {
                problems.append((name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)"))
            }
        }
        number("claimAnswerSeconds", 1...300)
        number("reissuesPerTicketMax", 0...100)
        number("snapshotCodesMax", snapshotCodes)
        if let prefix = settings["numberPrefix"] {
            let isGood = prefix.string.map {
                (1...6).contains($0.utf8.count) && $0.utf8.allSatisfy { (65...90).contains($0) || (48...57).contains($0) }
            }
            if isGood != true { problems.append(("numberPrefix", "must be 1 to 6 capital letters or digits")) }
        }
        return problems
    }
}
