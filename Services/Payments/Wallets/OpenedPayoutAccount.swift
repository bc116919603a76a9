import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// Checks where somebody's money should go, and replaces the number by what the provider knows it by.
struct OpenedPayoutAccount {
    let type: String
    let phone: String?
    let accountNumber: String?
    let bankName: String?
    let accountName: String?

    /// Throws 422 with every field that failed.
    func account(in definition: TenantDefinition, _ providers: PaymentProviders, at now: Timestamp) throws -> PayoutAccount {
        var check = Validation()
        let holder = check.text("accountName", accountName, 2...100)
        if type == "bank" {
            let bank = check.text("bankName", bankName, 2...80)
            let number = accountNumber?.trimmed
            let isNumber = number.map { (6...20).contains($0.utf8.count) && $0.utf8.allSatisfy { (48...57).contains($0) } } ?? false
            check.require(isNumber, "accountNumber", accountNumber == nil ? "is required" : "must have 6 to 20 digits")
            try check.check()
            return PayoutAccount(type: type, reference: PayoutReference.pays, last4: String((number ?? "").suffix(4)),
                                 bankName: bank, accountName: holder ?? "")
        }
        guard let provider = providers.named(type), provider.paysOut, definition.has(plugin: type, of: .payments) else {
            check.fail("type", type.isEmpty ? "is required" : "is not offered here")
            throw Rejection.invalid(check.errors)
        }
        var phoneCheck = MethodCheck()
        let token = provider.tokenise(MethodDetails(type: type, phone: phone), at: now, phonePrefix: definition.phonePrefix, &phoneCheck)
        check.take(phoneCheck.validation.errors)
        try check.check()
        guard let token else { throw Rejection.invalid(["type": ["cannot be used"]]) }
        return PayoutAccount(type: type, reference: provider.payoutReference(of: token), last4: token.last4, accountName: holder ?? "")
    }
}
