import Contracts
import Kernel
import Messaging
import PaymentsAccountLedger
import PaymentsService
import ServiceKit
import TestKit
import Testing

/// A payments shard of a food delivery with its books, an owner and a courier.
struct LedgerScene {
    let shard: ShardHarness<Payments>
    static let start = Timestamp(secondsSinceEpoch: 1_795_244_400)  // 2026-11-21T07:00:00Z
    static let owner = Principal.user("owner", roles: ["owner"])
    static let courier = Principal.user("courier", roles: ["courier"])
    static let accountant = Principal.user("accountant", roles: ["accountant"])
    static let iban = "SA0380000000608010167519"

    static func definition(_ settings: JSONValue = [:]) -> TenantDefinition {
        var ledger: [String: JSONValue] = ["withdrawalMinimum": 5000, "refundRetryHours": [1, 1, 1], "refundLimits": ["support": 10_000]]
        ledger.merge(settings.object ?? [:]) { _, new in new }
        return TenantDefinition(
            tenant: "meals", name: "Meals", currency: sar, timezone: "Asia/Riyadh", phonePrefix: "+966", sandbox: true,
            roles: [
                "customer": [], "owner": ["wallet:own"], "courier": ["wallet:own"], "support": ["payments:refund"],
                "accountant": ["payments:refund", "wallets:manage", "reports:read"],
            ],
            plugins: ["payments-stub": ["card", "account-ledger", "cash-on-delivery"]],
            settings: ["payments-stub": ["ledger": .object(ledger)]])
    }
    static let sar: Currency = { Currency("SAR") ?? .eur }()

    init(_ definition: TenantDefinition = Self.definition()) throws {
        shard = try ShardHarness(Payments.self, definition: definition, now: Self.start)
        for (id, name, role) in [("owner", "Salman", "owner"), ("courier", "Yasser", "courier"), ("nora", "Nora", "customer")] {
            try shard.receive(UserRegistered(userId: User.ID(id), name: name, roles: [role]))
        }
    }

    static func money(_ amount: Int) -> Money { Money(amount, sar) }
    static func line(_ account: LedgerAccount, _ type: LedgerEntryType, _ amount: Int, _ user: User.ID? = nil) -> PostLedger.Entry {
        .init(account: account, userId: user, type: type, amount: money(amount))
    }

    /// S 62.00, D 9.00, F 2.00, T 5.00, C 9.30, K 7.20.
    static func delivered(_ order: String, isCash: Bool) -> PostLedger {
        var entries = [
            line(.user, .sale, 6200, "owner"), line(.user, .commission, -930, "owner"), line(.user, .courierFee, 720, "courier"),
            line(.user, .tip, 500, "courier"), line(.platform, .sale, 1310),
        ]
        entries.append(isCash ? line(.user, .cashCollected, -7800, "courier") : line(.cardClearing, .sale, -7800))
        return PostLedger(transactionId: "delivered:\(order)", orderId: OrderID(order), restaurantId: "sofra-24", ownerId: "owner",
                          entries: entries)
    }
    func deliver(_ order: String, isCash: Bool = false) throws { try shard.receive(Self.delivered(order, isCash: isCash)) }

    /// Balance, pending, available.
    func wallet(_ who: Principal = owner) throws -> [Int] {
        let answer = try shard.ask(WalletOfOwner.self, as: who).json
        return ["balance", "pending", "available"].map { answer[$0]?["amount"]?.int ?? -1 }
    }
    func entries(_ who: Principal = owner) throws -> [JSONValue] {
        try shard.ask(EntriesOfOwner.self, ["perPage": 100], as: who).json["data"]?.array ?? []
    }
    func withdraw(_ amount: Int, to iban: String = iban, as who: Principal = owner, currency: String = "SAR") throws -> Reply {
        let destination = String(decoding: try JSON.encode(["type": "bank", "iban": iban]), as: UTF8.self)
        let body: JSONValue = [
            "amount": ["amount": .int(amount), "currency": .string(currency)], "destination": try shard.sealed(destination),
        ]
        return try #require(try shard.sendThroughPreprocessor(PrepareWalletWithdrawal.self, body, as: who))
    }
    func settle(_ amount: Int, of user: User.ID = "courier", as who: Principal = accountant) throws -> Reply {
        try #require(try shard.send(SettleCourierCash(userId: user, amount: Self.money(amount)), as: who))
    }
    func adjust(_ amount: Int, of user: User.ID = "owner", reason: String = "Wrong fee", as who: Principal = accountant) throws -> Reply {
        try #require(try shard.send(AdjustWallet(userId: user, amount: Self.money(amount), reason: reason), as: who))
    }
    func report(_ parameters: JSONValue = .object([:])) throws -> Reply {
        try shard.ask(LedgerReport.self, parameters, as: Self.accountant)
    }
}
