import Kernel

/// Posts one balanced transaction to the tenant's ledger. Its id is posted once, however often it arrives; one whose entries do
/// not add up to 0 goes to the dead letters. Nothing is posted without entries.
public struct PostLedger: Message, Equatable {
    public static let type: MessageType = "payments.post-ledger.v1"

    /// One line. Its counterpart is another line of the same transaction.
    public struct Entry: Codable, Sendable, Equatable {
        public let account: LedgerAccount
        /// Whose; for `user` only.
        public let userId: User.ID?
        public let type: LedgerEntryType
        /// Signed: what the account gains.
        public let amount: Money
        public init(account: LedgerAccount, userId: User.ID? = nil, type: LedgerEntryType, amount: Money) {
            (self.account, self.userId, self.type, self.amount) = (account, userId, type, amount)
        }
    }

    /// Says what it books: `delivered:{orderId}`, `cancelled:{orderId}`.
    public let transactionId: String
    public let orderId: OrderID?
    /// Whose sale it is; entries name it.
    public let restaurantId: String?
    /// Who pays for later refunds that are charged to the seller.
    public let ownerId: User.ID?
    /// When it happened, if that was before the message: a timer that fell due earlier, a sale that is imported.
    public let at: Timestamp?
    public let entries: [Entry]
    public init(transactionId: String, orderId: OrderID? = nil, restaurantId: String? = nil, ownerId: User.ID? = nil, at: Timestamp? = nil,
                entries: [Entry]) {
        (self.transactionId, self.orderId, self.restaurantId, self.ownerId) = (transactionId, orderId, restaurantId, ownerId)
        (self.at, self.entries) = (at, entries)
    }
}

/// Whose money it is.
public enum LedgerAccount: String, Codable, Sendable, CaseIterable {
    /// A person's wallet.
    case user
    case platform
    /// Money that card payments brought and nobody has been credited with yet, negative.
    case cardClearing = "card_clearing"
    case cashDrawer = "cash_drawer"
    case bank
}

/// What an entry is for. The counterpart of a sale in `platform` or `card_clearing` has the type of what it pays for.
public enum LedgerEntryType: String, Codable, Sendable, CaseIterable {
    case sale, commission, tip, compensation, refund, adjustment, withdrawal
    case courierFee = "courier_fee"
    case cashCollected = "cash_collected"
    case cashSettlement = "cash_settlement"
    case cancellationFee = "cancellation_fee"
}
