import Contracts
import Kernel
import Messaging
import ServiceKit

/// Opens the account number of a withdrawal, checks it with the amount, and keeps its last four digits.
public struct PrepareWalletWithdrawal: Preprocessor {
    public static let type: MessageType = "payments.prepare-wallet-withdrawal.v1"
    public let amount: Money
    /// Sealed JSON text of the destination.
    public let destination: SealedValue

    public func prepare(in context: PreprocessorContext) throws -> RequestWalletWithdrawal {
        let settings = try LedgerSettings.of(context.definition)
        let target = try JSON.decode(BankDestination.self, from: Array(try context.open(destination).utf8))
        var check = Validation()
        WalletAmounts.check(withdrawal: amount, settings, context.definition, &check)
        let last4 = target.last4(settings, &check)
        try check.check()
        return RequestWalletWithdrawal(amount: amount, last4: last4 ?? "")
    }
}

/// Amounts that people type for wallets.
enum WalletAmounts {
    static func check(withdrawal amount: Money, _ settings: LedgerSettings, _ definition: TenantDefinition, _ check: inout Validation) {
        if isCurrency(amount, definition, &check) {
            check.number("amount", amount.amount, max(1, settings.withdrawalMinimum)...AccountTransaction.amounts.upperBound)
        }
    }
    /// Cash that changes hands.
    static func check(cash amount: Money, _ definition: TenantDefinition, _ check: inout Validation) {
        if isCurrency(amount, definition, &check) { check.number("amount", amount.amount, 1...AccountTransaction.amounts.upperBound) }
    }
    /// A correction, either way.
    static func check(correction amount: Money, _ definition: TenantDefinition, _ check: inout Validation) {
        guard isCurrency(amount, definition, &check) else { return }
        check.number("amount", amount.amount, AccountTransaction.amounts)
        check.require(amount.amount != 0, "amount", "must not be 0")
    }
    private static func isCurrency(_ amount: Money, _ definition: TenantDefinition, _ check: inout Validation) -> Bool {
        check.require(amount.currency == definition.currency, "amount.currency", "must be \(definition.currency)")
        return amount.currency == definition.currency
    }
}
