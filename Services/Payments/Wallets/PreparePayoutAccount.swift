import Contracts
import Kernel
import Messaging
import ServiceKit

/// Opens a payout account's number and replaces it by what the provider knows it by.
public struct PreparePayoutAccount: Preprocessor {
    public static let type: MessageType = "payments.prepare-payout-account.v1"
    public let type: String?
    public let phone: SealedValue?
    public let accountNumber: SealedValue?
    public let bankName: String?
    public let accountName: String?

    public func prepare(in context: PreprocessorContext) throws -> KeepPayoutAccount {
        // 403 comes before 422.
        if let user = context.principal?.userID {
            try context.read { try SuspendedEarnerStore($0, context.tenant).refuse(user) }
        }
        let opened = OpenedPayoutAccount(type: type ?? "", phone: try phone.map(context.open),
                                         accountNumber: try accountNumber.map(context.open), bankName: bankName, accountName: accountName)
        return KeepPayoutAccount(account: try opened.account(in: context.definition, at: context.now))
    }
}
