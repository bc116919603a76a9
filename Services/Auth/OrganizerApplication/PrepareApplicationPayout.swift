import AuthKit
import Contracts
import Kernel
import Messaging
import ServiceKit

/// Checks where an organizer's money should go. The number goes on sealed, as it came.
public struct PrepareApplicationPayout: Preprocessor {
    public static let type: MessageType = "auth.prepare-application-payout.v1"
    static let bank = "bank"
    package let type: String?
    package let phone: SealedValue?
    let accountNumber: SealedValue?
    package let bankName: String?
    package let accountName: String?

    public func prepare(in context: PreprocessorContext) throws -> KeepApplicationPayout {
        var form = AccountForm(context.definition)
        let holder = form.check.text("accountName", accountName, 2...100)
        var sealed: SealedValue?
        var number: String?
        var bank: String?
        if type == Self.bank {
            bank = form.check.text("bankName", bankName, 2...80)
            sealed = accountNumber
            number = try accountNumber.map { try context.open($0).trimmed }
            let isNumber = number.map { (6...20).contains($0.utf8.count) && $0.utf8.allSatisfy { (48...57).contains($0) } } ?? false
            form.check.require(isNumber, "accountNumber", number == nil ? "is required" : "must have 6 to 20 digits")
        } else if let type, context.definition.has(plugin: type, of: KeepApplicationPayout.payments) {
            sealed = phone
            number = form.phone(try phone.map(context.open), required: true)?.text
        } else {
            form.check.fail("type", type == nil ? "is required" : "is not offered here")
        }
        try form.check.check()
        guard let type, let sealed, let number, let holder else { throw Rejection.invalid(form.check.errors) }
        return KeepApplicationPayout(type: type, number: sealed, last4: String(number.suffix(4)), bankName: bank, accountName: holder)
    }
}
