import Contracts
import Kernel
import Messaging
import ServiceKit

/// Opens a payout account's number and replaces it by what the provider knows it by.
public struct PreparePayoutAccount: Preprocessor {
    public static let type: MessageType = "payments.prepare-payout-account.v1"
    public let type: String
    public let phone: SealedValue?
    public let accountNumber: SealedValue?
    public let bankName: String?
    public let accountName: String?

    public func prepare(in context: PreprocessorContext) throws -> KeepPayoutAccount {
        var check = Validation()
        let holder = check.text("accountName", accountName, 2...100)
        if type == "bank" {
            let bank = check.text("bankName", bankName, 2...80)
            let number = try accountNumber.map(context.open)
            let isNumber = number.map { (6...20).contains($0.utf8.count) && $0.utf8.allSatisfy { (48...57).contains($0) } } ?? false
            check.require(isNumber, "accountNumber", number == nil ? "is required" : "must have 6 to 20 digits")
            try check.check()
            return KeepPayoutAccount(
                account: PayoutAccount(type: type, reference: PayoutAccount.pays, last4: String((number ?? "").suffix(4)), bankName: bank,
                accountName: holder ?? ""))
        }
        guard let provider = PaymentProviders.named(type), provider.paysOut, context.definition.has(plugin: type, of: Payments.name) else {
            check.fail("type", "is not offered here")
            throw Rejection.invalid(check.errors)
        }
        var phoneCheck = MethodCheck()
        let details = MethodDetails(type: type, phone: try phone.map(context.open))
        let token = provider.tokenise(details, at: context.now, phonePrefix: context.definition.phonePrefix, &phoneCheck)
        for (field, messages) in phoneCheck.validation.errors { for message in messages { check.fail(field, message) } }
        try check.check()
        guard let token else { throw Rejection.invalid(["type": ["cannot be used"]]) }
        return KeepPayoutAccount(account: PayoutAccount(type: type, reference: provider.payoutReference(of: token), last4: token.last4,
            accountName: holder ?? ""))
    }
}
