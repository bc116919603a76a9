import Contracts
import Kernel
import Messaging
import PaymentsKit
import ServiceKit

/// What an earner has.
public struct WalletOfUser: Query {
    public static let type: MessageType = "payments.wallet-of-user.v1"
    public func answer(in view: PaymentsView) throws -> WalletAnswer {
        WalletAnswer(try view.ledger.wallet(of: try view.user().userID), view.definition.currency)
    }
}

/// An earner's books, newest first.
public struct WalletEntries: Query {
    public static let type: MessageType = "payments.wallet-entries.v1"
    public let page: Int?
    public let perPage: Int?
    public func answer(in view: PaymentsView) throws -> Page<LedgerEntryAnswer> {
        let user = try view.user().userID
        let request = try PageRequest(page: page, perPage: perPage)
        return Page(try view.ledger.page(of: user, limit: request.perPage, offset: request.offset).map(LedgerEntryAnswer.init), request,
            total: try view.ledger.count(of: user))
    }
}

/// An earner's withdrawals, newest first.
public struct WithdrawalsOfUser: Query {
    public static let type: MessageType = "payments.withdrawals-of-user.v1"
    public let page: Int?
    public let perPage: Int?
    public func answer(in view: PaymentsView) throws -> Page<WithdrawalAnswer> {
        let user = try view.user().userID
        let request = try PageRequest(page: page, perPage: perPage)
        let withdrawals = try view.withdrawals.page(of: user, limit: request.perPage, offset: request.offset)
        return Page(withdrawals.map(WithdrawalAnswer.init), request, total: try view.withdrawals.count(of: user))
    }
}

/// Where an earner's money goes.
public struct PayoutAccountOfUser: Query {
    public static let type: MessageType = "payments.payout-account-of-user.v1"
    public func answer(in view: PaymentsView) throws -> PayoutAccountAnswer {
        guard let account = try view.withdrawals.account(of: try view.user().userID) else { throw Rejection.notFound }
        return PayoutAccountAnswer(account)
    }
}

/// The wallet and what each event earned.
public struct EarningsOfOrganizer: Query {
    public static let type: MessageType = "payments.earnings-of-organizer.v1"
    /// More events than an organizer looks at; the books have them all.
    static let eventsMax = 500
    public struct Earnings: Encodable, Sendable {
        package let wallet: WalletAnswer
        package let events: [EventEarningsAnswer]
    }
    public func answer(in view: PaymentsView) throws -> Earnings {
        let user = try view.user().userID
        let events = try view.ledger.events(of: user, limit: Self.eventsMax).map { EventEarningsAnswer($0, view.definition.currency) }
        return Earnings(wallet: WalletAnswer(try view.ledger.wallet(of: user), view.definition.currency), events: events)
    }
}

public struct WalletAnswer: Encodable, Sendable {
    package let available: Money
    let onHold: Money
    let pendingWithdrawals: Money
    let withdrawn: Money
    init(_ wallet: Wallet, _ currency: Currency) {
        (available, onHold) = (Money(wallet.available, currency), Money(wallet.onHold, currency))
        (pendingWithdrawals, withdrawn) = (Money(wallet.pendingWithdrawals, currency), Money(wallet.withdrawn, currency))
    }
}

public struct LedgerEntryAnswer: Encodable, Sendable {
    package let id: String
    package let kind: String
    package let bucket: String
    package let amount: Money
    package let eventId: EventID?
    package let orderId: OrderID?
    package let at: Timestamp
    init(_ entry: LedgerEntry) {
        (id, kind, bucket, amount) = (entry.id, entry.kind.rawValue, entry.bucket.rawValue, entry.amount)
        (eventId, orderId, at) = (entry.eventId, entry.orderId, entry.at.wholeSeconds)
    }
}

/// The parts of an account that a withdrawal shows.
public struct PayoutTargetAnswer: Encodable, Sendable {
    package let type: String
    package let last4: String
}

public struct WithdrawalAnswer: Encodable, Sendable {
    package let id: WithdrawalID
    package let amount: Money
    package let status: String
    package let payoutAccount: PayoutTargetAnswer?
    package let settledAt: Timestamp?
    package let failureCode: String?
    package let createdAt: Timestamp
    package init(_ withdrawal: Withdrawal) {
        payoutAccount = withdrawal.target.map { PayoutTargetAnswer(type: $0.type, last4: $0.last4) }
        (id, amount, status, createdAt) =
            (withdrawal.id, withdrawal.amount, Self.shown(withdrawal.status), withdrawal.createdAt.wholeSeconds)
        switch withdrawal.status {
        case .pending: (settledAt, failureCode) = (nil, nil)
        case .settled(let at): (settledAt, failureCode) = (at.wholeSeconds, nil)
        case .failed(let code, let at): (settledAt, failureCode) = (at.wholeSeconds, code)
        }
    }

    /// As the contract calls it: money that has arrived is paid.
    private static func shown(_ status: WithdrawalStatus) -> String {
        switch status {
        case .settled: "paid"
        case .pending, .failed: status.name
        }
    }
}

public struct PayoutAccountAnswer: Encodable, Sendable {
    package let type: String
    package let last4: String
    package let bankName: String?
    package let accountName: String
    init(_ account: PayoutAccount) {
        (type, last4, bankName, accountName) = (account.type, account.last4, account.bankName, account.accountName)
    }
}

public struct EventEarningsAnswer: Encodable, Sendable {
    package let eventId: EventID
    package let title: String
    package let gross: Money
    package let fees: Money
    package let refunds: Money
    package let net: Money
    package let state: String
    let availableAt: Timestamp?
    init(_ earnings: EventEarnings, _ currency: Currency) {
        (eventId, title) = (earnings.eventId, earnings.title)
        (gross, fees, refunds) = (Money(earnings.gross, currency), Money(earnings.fees, currency), Money(earnings.refunds, currency))
        net = Money(earnings.gross - earnings.refunds - earnings.fees, currency)
        state = earnings.releasedAt == nil ? "on-hold" : "available"
        // The plan, not the moment of the release: that is later when nothing ran at the time. Imported sales may have no plan.
        availableAt = (earnings.availableAt ?? earnings.releasedAt)?.wholeSeconds
    }
    private enum Key: String, CodingKey { case eventId, title, gross, fees, refunds, net, state, availableAt }
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(eventId, forKey: .eventId)
        try container.encode(title, forKey: .title)
        try container.encode(gross, forKey: .gross)
        try container.encode(fees, forKey: .fees)
        try container.encode(refunds, forKey: .refunds)
        try container.encode(net, forKey: .net)
        try container.encode(state, forKey: .state)
        try container.encode(availableAt, forKey: .availableAt)
    }
}
