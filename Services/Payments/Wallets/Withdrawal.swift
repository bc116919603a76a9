import Contracts
import Kernel

/// Where a withdrawal is.
public enum WithdrawalStatus: Sendable, Equatable {
    case pending
    case settled(at: Timestamp)
    case failed(code: String, at: Timestamp)

    public var name: String {
        switch self {
        case .pending: "pending"
        case .settled: "settled"
        case .failed: "failed"
        }
    }
}

/// Money on its way to an earner's own account.
public struct Withdrawal: Sendable, Equatable {
    /// The parts of an account that a payout needs.
    public struct Target: Sendable, Equatable {
        public let type: String
        public let reference: String
        public let last4: String
        public init(type: String, reference: String, last4: String) { (self.type, self.reference, self.last4) = (type, reference, last4) }
        init(_ account: PayoutAccount) { self.init(type: account.type, reference: account.reference, last4: account.last4) }
    }
    public let id: WithdrawalID
    public let userId: User.ID
    public let amount: Money
    /// The account at the time of the request; nil in rows of older releases.
    public let target: Target?
    public package(set) var status: WithdrawalStatus
    public let createdAt: Timestamp
    public init(id: WithdrawalID, userId: User.ID, amount: Money, target: Target?, status: WithdrawalStatus = .pending,
                createdAt: Timestamp) {
        (self.id, self.userId, self.amount, self.target, self.status, self.createdAt) = (id, userId, amount, target, status, createdAt)
    }
}

/// Where an earner's money goes. The number itself stays with the provider.
public struct PayoutAccount: Codable, Sendable, Equatable {
    /// `mtn_momo`, `airtel_money` or `bank`.
    public let type: String
    /// `pays` or, in the sandbox for phones ending 02, `fails`.
    public let reference: String
    public let last4: String
    public let bankName: String?
    public let accountName: String
    public init(type: String, reference: String, last4: String, bankName: String? = nil, accountName: String) {
        (self.type, self.reference, self.last4, self.bankName, self.accountName) = (type, reference, last4, bankName, accountName)
    }
}
