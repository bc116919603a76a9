import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import ServiceKit
import Storage
import Synchronization

// A small service for testing the loops: accounts with balances, an event per deposit, an answer that comes later.

enum Bank: PlatformService {
    static let name: ServiceName = "bank"
    static let contents = ServiceContents(features: [Feature(
        "accounts",
        migrations: [CreateAccounts.self],
        commands: [Deposit.self, Withdraw.self, DepositLater.self, Explode.self, Look.self, ChangeTimer.self],
        timers: [FinishDeposit.self],
        queries: [Balance.self, Endless.self, Unreadable.self],
        preprocessors: [SealedDeposit.self, SlowDeposit.self],
        publishes: [Deposited.self, Looked.self],
        routes: [
            .command("POST", "/deposits", Deposit.self, access: .guest, body: .object([:]), summary: "Pay in").alsoCheckedByHandler(),
            .command("POST", "/withdrawals", Withdraw.self, access: .guest, body: .object([:]), summary: "Pay out").alsoCheckedByHandler(),
            .intake("POST", "/sealed-deposits", SealedDeposit.self, access: .guest, body: .object([:]), sealed: ["amount"],
                    summary: "Pay in secretly").alsoCheckedByHandler(),
        ])])
}

enum CreateAccounts: Migration {
    static let name = "0001_CreateAccounts"
    static let sql = """
        CREATE TABLE account (tenant TEXT NOT NULL, id TEXT NOT NULL, balance INTEGER NOT NULL CHECK (balance >= 0), PRIMARY KEY (tenant, \
        id)) STRICT, WITHOUT ROWID;
        """
}

struct BankTransaction: ServiceTransaction {
    let context: MessageContext
    init(_ context: MessageContext) { self.context = context }
    func balance(_ account: String) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT balance FROM account WHERE tenant = ? AND id = ?", arguments: [tenant.rawValue, account])
            ?? 0
    }
    func set(_ account: String, _ balance: Int) throws {
        try database.execute(sql: "INSERT INTO account VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET balance = excluded.balance",
                             arguments: [tenant.rawValue, account, balance])
    }
}
struct BankView: ServiceView {
    let context: QueryContext
    init(_ context: QueryContext) { self.context = context }
}

struct Deposited: DomainEvent {
    static let type: MessageType = "bank.deposited.v1"
    let account: String
    let amount: Int
    var subject: String { "accounts/\(account)" }
}

/// Somebody looked: there are many, and nobody acts on one.
struct Looked: DomainEvent {
    static let type: MessageType = "bank.looked.v1"
    static let awaitedBy = Awaiting.nobody
    let account: String
    var subject: String { "accounts/\(account)" }
}

struct Look: Command {
    static let type: MessageType = "bank.look.v1"
    let account: String
    func handle(in tx: BankTransaction) throws -> NoContent {
        try tx.publish(Looked(account: account))
        return NoContent()
    }
}

struct BalanceAnswer: Codable, Equatable { let balance: Int }

struct Deposit: Command {
    static let type: MessageType = "bank.deposit.v1"
    let account: String
    let amount: Int
    func handle(in tx: BankTransaction) throws -> BalanceAnswer {
        let balance = try tx.balance(account) + amount
        try tx.set(account, balance)
        try tx.publish(Deposited(account: account, amount: amount))
        return BalanceAnswer(balance: balance)
    }
}

struct Withdraw: Command {
    static let type: MessageType = "bank.withdraw.v1"
    let account: String
    let amount: Int
    func handle(in tx: BankTransaction) throws -> BalanceAnswer {
        let balance = try tx.balance(account)
        try tx.set(account, max(0, balance - amount))  // written first: the refusal must undo it
        guard balance >= amount else { throw Rejection.conflict("insufficient-funds", "There is not enough money.") }
        return BalanceAnswer(balance: balance - amount)
    }
}

struct DepositLater: Command {
    static let type: MessageType = "bank.deposit-later.v1"
    let account: String
    let amount: Int
    let afterMilliseconds: Int
    func handle(in tx: BankTransaction) throws -> Deferred {
        try tx.schedule("later/\(tx.messageID)", at: tx.now + .milliseconds(afterMilliseconds),
                        FinishDeposit(account: account, amount: amount, requestID: tx.messageID))
        return tx.deferred()
    }
}

struct FinishDeposit: Command {
    static let type: MessageType = "bank.finish-deposit.v1"
    let account: String
    let amount: Int
    let requestID: String
    func handle(in tx: BankTransaction) throws -> NoContent {
        let balance = try Deposit(account: account, amount: amount).handle(in: tx)
        try tx.answer(requestID, with: Created(balance, at: "/accounts/\(account)"))
        return NoContent()
    }
}

/// Sets a timer again, an hour later, or cancels it.
struct ChangeTimer: Command {
    static let type: MessageType = "bank.change-timer.v1"
    let timer: String
    let isCancelled: Bool
    func handle(in tx: BankTransaction) throws -> NoContent {
        if isCancelled {
            tx.cancelTimer(timer)
        } else {
            try tx.schedule(timer, at: tx.now + .hours(1), FinishDeposit(account: "a", amount: 9, requestID: "none"))
        }
        return NoContent()
    }
}

struct Explode: Command {
    struct Defect: Error {}
    static let type: MessageType = "bank.explode.v1"
    func handle(in tx: BankTransaction) throws -> NoContent {
        try tx.set("victim", 1)
        throw Defect()
    }
}

struct SealedDeposit: Preprocessor {
    static let type: MessageType = "bank.sealed-deposit.v1"
    let account: String
    let amount: SealedValue
    func prepare(in intake: PreprocessorContext) throws -> Deposit {
        guard let clear = Int(try intake.open(amount)) else { throw Rejection.invalid(["amount": ["is not a number"]]) }
        return Deposit(account: account, amount: clear)
    }
}

/// Its preparation waits until this many others of its meeting are prepared.
struct SlowDeposit: Preprocessor {
    static let type: MessageType = "bank.slow-deposit.v1"
    let meeting: String
    let waitsFor: Int
    func prepare(in intake: PreprocessorContext) throws -> Deposit {
        guard Meeting.named(meeting).wait(for: waitsFor) else { throw Rejection.conflict("alone", "Nobody came.") }
        return Deposit(account: "a", amount: 1)
    }
}

/// Counts arrivals and lets one preparation wait for others.
final class Meeting: Sendable {
    private static let all = Mutex<[String: Meeting]>([:])
    static func named(_ name: String) -> Meeting {
        all.withLock { all in
            let meeting = all[name] ?? Meeting()
            all[name] = meeting
            return meeting
        }
    }
    private let present = DispatchSemaphore(value: 0)
    private let waiters = Mutex(0)
    /// How many have come to wait so far.
    var waiting: Int { waiters.withLock { $0 } }
    func arrive() { present.signal() }

    /// Counts an arrival if it waits for no one. False: too few arrived in time.
    func wait(for others: Int) -> Bool {
        guard others > 0 else {
            present.signal()
            return true
        }
        waiters.withLock { $0 += 1 }
        return (0..<others).allSatisfy { _ in present.wait(timeout: .now() + .seconds(20)) == .success }
    }
}

struct Balance: Query {
    static let type: MessageType = "bank.balance.v1"
    let account: String
    func answer(in view: BankView) throws -> BalanceAnswer {
        BalanceAnswer(balance: try Int.fetchOne(view.database, sql: "SELECT balance FROM account WHERE tenant = ? AND id = ?",
                                                arguments: [view.tenant.rawValue, account]) ?? 0)
    }
}

/// A query that never ends.
struct Endless: Query {
    static let type: MessageType = "bank.endless.v1"
    func answer(in view: BankView) throws -> BalanceAnswer {
        let count =
            try Int.fetchOne(view.database, sql: "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
        return BalanceAnswer(balance: count ?? 0)
    }
}

/// A query that meets a failing disk.
struct Unreadable: Query {
    static let type: MessageType = "bank.unreadable.v1"
    func answer(in view: BankView) throws -> BalanceAnswer { throw DatabaseError(resultCode: .SQLITE_IOERR) }
}

/// Adds up what the bank says.
enum Audit: PlatformService {
    static let name: ServiceName = "audit"
    static let contents = ServiceContents(features: [
        Feature("totals", migrations: [CreateTotals.self], reactions: [OnDeposited.self], queries: [Total.self]),
    ])
}
enum CreateTotals: Migration {
    static let name = "0001_CreateTotals"
    static let sql = """
        CREATE TABLE total (tenant TEXT PRIMARY KEY NOT NULL, deposits INTEGER NOT NULL, amount INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        """
}
struct AuditTransaction: ServiceTransaction {
    let context: MessageContext
    init(_ context: MessageContext) { self.context = context }
}
struct AuditView: ServiceView {
    let context: QueryContext
    init(_ context: QueryContext) { self.context = context }
}
struct OnDeposited: Reaction {
    func handle(_ event: Deposited, in tx: AuditTransaction) throws {
        try tx.database.execute(
            sql: "INSERT INTO total VALUES (?, 1, ?) ON CONFLICT DO UPDATE SET deposits = deposits + 1, amount = amount + excluded.amount",
            arguments: [tx.tenant.rawValue, event.amount])
    }
}
struct TotalAnswer: Codable, Equatable { let deposits: Int; let amount: Int }
struct Total: Query {
    static let type: MessageType = "audit.total.v1"
    func answer(in view: AuditView) throws -> TotalAnswer {
        let row = try Row.fetchOne(view.database, sql: "SELECT deposits, amount FROM total WHERE tenant = ?",
                                   arguments: [view.tenant.rawValue])
        return TotalAnswer(deposits: row?[0] ?? 0, amount: row?[1] ?? 0)
    }
}
