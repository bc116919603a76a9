import Contracts
import Kernel

/// A person's account, minor units.
struct AccountWallet: Sendable, Equatable {
    let userID: User.ID
    /// Nil for people who are gone, or whose name is not known yet.
    let name: String?
    /// Negative for somebody who owes cash.
    let balance: Int
    /// Withdrawals on their way.
    let pending: Int
    /// Collected and not handed over.
    let cashInHand: Int

    /// What may be withdrawn.
    var available: Int { max(0, balance - pending) }

    static func empty(_ user: User.ID) -> AccountWallet { AccountWallet(userID: user, name: nil, balance: 0, pending: 0, cashInHand: 0) }
}

/// A line of a wallet.
struct WalletEntry: Sendable, Equatable {
    let transactionID: String
    let number: Int
    let entry: PostLedger.Entry
    let orderID: OrderID?
    let restaurantID: String?
    let balanceAfter: Money
    let at: Timestamp
}
