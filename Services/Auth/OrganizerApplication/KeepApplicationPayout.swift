import AuthKit
import Contracts
import Kernel
import Messaging
import ServiceKit

/// The step `payout`. The number is kept sealed for payments, which gets it when the person may earn.
public struct KeepApplicationPayout: Command {
    public static let type: MessageType = "auth.keep-application-payout.v1"
    static let payments: ServiceName = "payments-stub"
    package let type: String
    /// As the gateway sealed it for auth.
    package let number: SealedValue
    package let last4: String
    package let bankName: String?
    package let accountName: String

    public func handle(in tx: AuthTransaction) throws -> ApplicationAnswer {
        try ApplicationStep(tx: tx).change { application, _ in
            let typed = try tx.context.open(number).trimmed
            // Payments gets the form in which it was checked.
            let checked =
                type == PrepareApplicationPayout.bank ? typed : PhoneNumber(typed, prefix: tx.definition.phonePrefix)?.text ?? typed
            let sealed = try tx.context.seal(checked, for: Self.payments)
            application.payout = .init(type: type, number: sealed, last4: last4, bankName: bankName, accountName: accountName)
            if application.status.isGranted { try ApplicationReview(tx: tx).sendPayoutAccount(&application) }
        }
    }
}
