import Contracts
import Kernel
import Messaging
import PaymentsKit
import ServiceKit

/// Opens a payout account's number and replaces it by what the provider knows it by.
package struct PreparePayoutAccount<List: PaymentProviderList>: Preprocessor {
    package static var type: MessageType { "payments.prepare-payout-account.v1" }
    package let type: String?
    package let phone: SealedValue?
    package let accountNumber: SealedValue?
    package let bankName: String?
    package let accountName: String?

    package func prepare(in context: PreprocessorContext) throws -> KeepPayoutAccount {
        // 403 comes before 422.
        if let user = context.principal?.userID {
            try context.read { try SuspendedEarnerStore($0, context.tenant).refuse(user) }
        }
        let opened = OpenedPayoutAccount(type: type ?? "", phone: try phone.map(context.open),
                                         accountNumber: try accountNumber.map(context.open), bankName: bankName, accountName: accountName)
        return KeepPayoutAccount(account: try opened.account(in: context.definition, List.providers, at: context.now))
    }
}
