import Contracts
import Kernel

/// Where an earner's money is. The sum over all buckets is what was earned, whatever moved between them.
public enum Bucket: String, Sendable, Equatable, CaseIterable {
    case onHold, available, pendingWithdrawals, withdrawn
}

/// One line of an earner's books. Lines are only ever added; a balance is their sum.
public struct LedgerEntry: Sendable, Equatable {
    public enum Kind: String, Sendable {
        case sale, fee, refund
        case feeReversal = "fee-reversal"
        case release, withdrawal
        case withdrawalSettled = "withdrawal-settled"
        case withdrawalFailed = "withdrawal-failed"
        case imported
    }
    /// Says what it books (`sale:<order>`): the same thing is never booked twice.
    public let id: String
    public let userId: User.ID
    public let kind: Kind
    public let bucket: Bucket
    /// Signed.
    public let amount: Money
    public let eventId: EventID?
    public let orderId: OrderID?
    public let at: Timestamp
    public init(id: String, userId: User.ID, kind: Kind, bucket: Bucket, amount: Money, eventId: EventID? = nil, orderId: OrderID? = nil,
                at: Timestamp) {
        (self.id, self.userId, self.kind, self.bucket, self.amount) = (id, userId, kind, bucket, amount)
        (self.eventId, self.orderId, self.at) = (eventId, orderId, at)
    }
}

/// The balance of every bucket, minor units.
public struct Wallet: Sendable, Equatable {
    public var onHold = 0
    public var available = 0
    public var pendingWithdrawals = 0
    public var withdrawn = 0
    public init() {}
    public var earned: Int { onHold + available + pendingWithdrawals + withdrawn }
    package mutating func add(_ amount: Int, to bucket: Bucket) {
        switch bucket {
        case .onHold: onHold += amount
        case .available: available += amount
        case .pendingWithdrawals: pendingWithdrawals += amount
        case .withdrawn: withdrawn += amount
        }
    }
}

/// What one order earned, and how much of it went back.
public struct OrderEarnings: Sendable, Equatable {
    public let orderId: OrderID
    public let userId: User.ID
    public let eventId: EventID
    /// The payment it was sold for; nil in rows of older releases that cannot tell.
    public let paymentId: PaymentID?
    /// Minor units.
    public let gross: Int
    public let fee: Int
    public internal(set) var refunded: Int
    public internal(set) var feeReversed: Int
    public init(orderId: OrderID, userId: User.ID, eventId: EventID, paymentId: PaymentID? = nil, gross: Int, fee: Int, refunded: Int = 0,
                feeReversed: Int = 0) {
        self.paymentId = paymentId
        (self.orderId, self.userId, self.eventId, self.gross, self.fee, self.refunded, self.feeReversed) =
            (orderId, userId, eventId, gross, fee, refunded,
            feeReversed)
    }

    /// Takes a refund and answers the part of the fee that is given back with it, by the percentage the sale was booked with.
    /// - Parameter usualPercent: the tenant's percentage today.
    public mutating func refund(_ amount: Int, usualPercent: Int) -> Int {
        let share = PlatformFee(gross: gross, fee: fee)
            .reversal(of: amount, refunded: refunded, reversed: feeReversed, usualPercent: usualPercent)
        refunded += amount
        feeReversed += share
        return share
    }
}
