import Contracts
import Kernel

/// Where a withdrawal is.
enum WalletWithdrawalStatus: Sendable, Equatable {
    case pending
    case settled(at: Timestamp)

    var name: String {
        switch self {
        case .pending: "pending"
        case .settled: "settled"
        }
    }
}

/// Money on its way to a person's bank account.
struct WalletWithdrawal: Sendable, Equatable {
    let id: WithdrawalID
    let userID: User.ID
    let amount: Money
    /// Of the account number; the rest is not kept.
    let last4: String
    var status: WalletWithdrawalStatus
    let createdAt: Timestamp

    /// Its transaction in the books, and its timer.
    var ledgerID: String { "withdrawal:\(id)" }
}

/// A withdrawal as its owner sees it.
public struct WalletWithdrawalAnswer: Encodable, Sendable {
    struct Destination: Encodable, Sendable {
        let type: String
        let last4: String
    }
    let id: WithdrawalID
    let amount: Money
    let status: String
    let destination: Destination
    let settledAt: Timestamp?
    let createdAt: Timestamp
    init(_ withdrawal: WalletWithdrawal) {
        (id, amount, status) = (withdrawal.id, withdrawal.amount, withdrawal.status.name)
        (destination, createdAt) = (Destination(type: "bank", last4: withdrawal.last4), withdrawal.createdAt.wholeSeconds)
        switch withdrawal.status {
        case .pending: settledAt = nil
        case .settled(let at): settledAt = at.wholeSeconds
        }
    }
    private enum Key: String, CodingKey { case id, amount, status, destination, settledAt, createdAt }
    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(id, forKey: .id)
        try box.encode(amount, forKey: .amount)
        try box.encode(status, forKey: .status)
        try box.encode(destination, forKey: .destination)
        try box.encode(settledAt, forKey: .settledAt)
        try box.encode(createdAt, forKey: .createdAt)
    }
}
