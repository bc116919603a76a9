import Contracts
import Kernel
import Messaging
import PaymentsKit
import ServiceKit

/// An earner says where the money should go.
public struct KeepPayoutAccount: Command {
    public static let type: MessageType = "payments.keep-payout-account.v1"
    public let account: PayoutAccount
    public init(account: PayoutAccount) { self.account = account }

    public func handle(in tx: PaymentsTransaction) throws -> PayoutAccountAnswer {
        let user = try tx.user().userID
        try tx.suspended.refuse(user)
        try tx.withdrawals.save(account, of: user)
        return PayoutAccountAnswer(account)
    }
}

/// From `auth`: somebody may earn, and said in the application where the money should go.
extension OpenPayoutAccount: Command {
    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        let clear = try tx.context.open(number)
        let opened = OpenedPayoutAccount(type: accountType, phone: clear, accountNumber: clear, bankName: bankName,
                                         accountName: accountName)
        try tx.withdrawals.save(try opened.account(in: tx.definition, tx.providers, at: tx.now), of: userId)
        return NoContent()
    }
}

/// Seed: books from before.
extension ImportWallet: Command {
    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        for entry in entries {
            guard let bucket = Bucket(rawValue: entry.bucket) else {
                throw Rejection.invalid(["entries.bucket": ["there is no bucket \(entry.bucket)"]])
            }
            guard entry.amount != 0 else { continue }
            try tx.ledger.add(LedgerEntry(id: "import:\(entry.id)", userId: userId, kind: .imported, bucket: bucket,
                amount: Money(entry.amount, tx.definition.currency),
                                          eventId: entry.eventId, at: entry.at))
        }
        if let payoutAccount {
            try tx.withdrawals.save(PayoutAccount(type: payoutAccount.type, reference: PayoutReference.pays, last4: payoutAccount.last4,
                accountName: payoutAccount.accountName), of: userId)
        }
        return NoContent()
    }
}
