import Kernel
import ServiceKit

/// How banks of a country name their accounts.
package enum BankAccountKind: String, Decodable, Sendable, CaseIterable {
    /// ISO 13616: `ledger.bankCountry` and `ledger.bankDigits` say which.
    case iban
    /// The United States: the bank's routing number (ABA) and a number of its own.
    case aba
}

/// Where a withdrawal goes, as somebody typed it.
struct BankDestination: Decodable {
    let type: String
    let iban: String?
    let routingNumber: String?
    let accountNumber: String?

    /// The last four digits of the account; reports every field that is wrong.
    func last4(_ settings: LedgerSettings, _ check: inout Validation) -> String? {
        check.require(type == "bank", "destination.type", "must be one of bank")
        switch settings.bankAccounts {
        case .iban:
            guard let iban else { return missing("iban", &check) }
            let account = BankAccountNumber(iban, country: settings.bankCountry, digits: settings.bankDigits)
            check.require(account != nil, "destination.iban", "is not an account number of this country")
            return account?.last4
        case .aba:
            if let routingNumber {
                check.require(RoutingNumber.isValid(routingNumber.trimmed), "destination.routingNumber", "is not a bank's routing number")
            } else {
                _ = missing("routingNumber", &check)
            }
            guard let account = accountNumber?.trimmed else { return missing("accountNumber", &check) }
            let isAccount = RoutingNumber.accountDigits.contains(account.utf8.count) && account.utf8.allSatisfy { (48...57).contains($0) }
            check.require(isAccount, "destination.accountNumber", "must be 4 to 17 digits")
            return isAccount ? String(account.suffix(4)) : nil
        }
    }
    private func missing(_ field: String, _ check: inout Validation) -> String? {
        check.fail("destination.\(field)", "is required")
        return nil
    }
}

/// The number of a bank in the United States (ABA, ANSI X9.13): nine digits, the last one a check digit.
package enum RoutingNumber {
    static let accountDigits = 4...17
    private static let weights = [3, 7, 1, 3, 7, 1, 3, 7, 1]

    package static func isValid(_ text: String) -> Bool {
        let digits = text.utf8.map { Int($0) - 48 }
        guard digits.count == weights.count, digits.allSatisfy({ (0...9).contains($0) }), digits.contains(where: { $0 != 0 }) else {
            return false
        }
        return zip(digits, weights).reduce(0) { $0 + $1.0 * $1.1 } % 10 == 0
    }
}
