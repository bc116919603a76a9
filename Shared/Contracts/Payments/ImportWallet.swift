import Kernel

/// Imports earnings and withdrawals from before this platform. Equal entries count once. Not reachable by HTTP.
public struct ImportWallet: Message, Equatable {
    public static let type: MessageType = "payments.import-wallet.v1"
    public struct Entry: Codable, Sendable, Equatable {
        /// Unique per user.
        public let id: String
        /// `onHold`, `available`, `pendingWithdrawals`, `withdrawn`.
        public let bucket: String
        /// Minor units, signed.
        public let amount: Int
        public let eventId: EventID?
        public let at: Timestamp
        public init(id: String, bucket: String, amount: Int, eventId: EventID? = nil, at: Timestamp) {
            (self.id, self.bucket, self.amount, self.eventId, self.at) = (id, bucket, amount, eventId, at)
        }
    }
    public struct Payout: Codable, Sendable, Equatable {
        /// `mtn_momo`, `airtel_money` or `bank`.
        public let type: String
        public let last4: String
        public let accountName: String
        public init(type: String, last4: String, accountName: String) {
            (self.type, self.last4, self.accountName) = (type, last4, accountName)
        }
    }
    public let userId: User.ID
    public let entries: [Entry]
    public let payoutAccount: Payout?
    public init(userId: User.ID, entries: [Entry],
                payoutAccount: Payout? = nil) { (self.userId, self.entries, self.payoutAccount) = (userId, entries,
        payoutAccount) }
}
