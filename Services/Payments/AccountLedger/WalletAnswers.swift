import Contracts
import Kernel

/// A wallet as its owner sees it.
public struct AccountWalletAnswer: Encodable, Sendable {
    let balance: Money
    let pending: Money
    let available: Money
    init(_ wallet: AccountWallet, _ currency: Currency) {
        balance = Money(wallet.balance, currency)
        pending = Money(wallet.pending, currency)
        available = Money(wallet.available, currency)
    }
}

/// A wallet as those who manage wallets see it.
public struct ManagedWalletAnswer: Encodable, Sendable {
    let userId: User.ID
    let name: String?
    let balance: Money
    let pending: Money
    let available: Money
    let cashInHand: Money
    init(_ wallet: AccountWallet, _ currency: Currency) {
        (userId, name) = (wallet.userID, wallet.name)
        (balance, pending) = (Money(wallet.balance, currency), Money(wallet.pending, currency))
        (available, cashInHand) = (Money(wallet.available, currency), Money(wallet.cashInHand, currency))
    }
    private enum Key: String, CodingKey { case userId, name, balance, pending, available, cashInHand }
    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(userId, forKey: .userId)
        try box.encode(name, forKey: .name)  // Null if it is not known.
        try box.encode(balance, forKey: .balance)
        try box.encode(pending, forKey: .pending)
        try box.encode(available, forKey: .available)
        try box.encode(cashInHand, forKey: .cashInHand)
    }
}

/// A line of a wallet.
public struct WalletEntryAnswer: Encodable, Sendable {
    let line: WalletEntry
    /// The app sells meals: its lines always name the restaurant, or null.
    let isOfRestaurants: Bool
    init(_ line: WalletEntry, in definition: TenantDefinition) {
        (self.line, isOfRestaurants) = (line, definition.has(plugin: "restaurant", of: "catalog"))
    }

    private enum Key: String, CodingKey { case id, type, amount, orderId, restaurantId, balanceAfter, at }
    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode("\(line.transactionID):\(line.number)", forKey: .id)
        try box.encode(line.entry.type, forKey: .type)
        try box.encode(line.entry.amount, forKey: .amount)
        try box.encode(line.orderID, forKey: .orderId)
        if isOfRestaurants || line.restaurantID != nil { try box.encode(line.restaurantID, forKey: .restaurantId) }
        try box.encode(line.balanceAfter, forKey: .balanceAfter)
        try box.encode(line.at.wholeSeconds, forKey: .at)
    }
}
