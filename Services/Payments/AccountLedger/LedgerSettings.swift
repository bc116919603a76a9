import Contracts
import Kernel
import ServiceKit

/// What a tenant decides about its books: `settings.payments-stub.ledger`. Everything has a default.
package struct LedgerSettings: Decodable, Sendable {
    static let place = "ledger"

    /// Smallest withdrawal, minor units.
    var withdrawalMinimum = 0
    /// How long the bank takes to pay a withdrawal out.
    var withdrawalSettleHours = 24
    package var bankAccounts: BankAccountKind = .iban
    /// Where accounts for withdrawals are: ISO 3166, and how many digits follow.
    var bankCountry = "SA"
    var bankDigits = 22
    /// Hours before each further try of a refund that failed; then a person must look.
    package var refundRetryHours: [Int]?
    /// Role → what its holders may refund of one order, minor units, if no other role of theirs may refund more.
    package var refundLimits: [String: Int] = [:]

    private enum Key: String, CodingKey {
        case withdrawalMinimum, withdrawalSettleHours, bankAccounts, bankCountry, bankDigits, refundRetryHours, refundLimits
    }
    package init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        func value<T: Decodable>(_ key: Key, _ usual: T) throws -> T { try box.decodeIfPresent(T.self, forKey: key) ?? usual }
        withdrawalMinimum = try value(.withdrawalMinimum, withdrawalMinimum)
        withdrawalSettleHours = try value(.withdrawalSettleHours, withdrawalSettleHours)
        bankAccounts = try value(.bankAccounts, bankAccounts)
        bankCountry = try value(.bankCountry, bankCountry)
        bankDigits = try value(.bankDigits, bankDigits)
        refundRetryHours = try box.decodeIfPresent([Int].self, forKey: .refundRetryHours)
        refundLimits = try value(.refundLimits, refundLimits)
    }

    package static func of(_ definition: TenantDefinition) throws -> LedgerSettings {
        try (definition.settings["payments-stub"]?[place] ?? .object([:])).decoded()
    }

    @Sendable static func check(_ json: JSONValue, _ definition: TenantDefinition) -> [(path: String, message: String)] {
        let settings: LedgerSettings
        do { settings = try (json[place] ?? .object([:])).decoded() } catch { return SettingsProblem.of(error, at: place) }
        var problems: [(path: String, message: String)] = []
        func require(_ condition: Bool, _ name: String, _ message: String) {
            if !condition { problems.append(("\(place).\(name)", message)) }
        }
        require((0...1_000_000_000).contains(settings.withdrawalMinimum), "withdrawalMinimum", "must be 0 to 1000000000")
        require((0...720).contains(settings.withdrawalSettleHours), "withdrawalSettleHours", "must be 0 to 720")
        require(settings.bankCountry.wholeMatch(of: /[A-Z]{2}/) != nil, "bankCountry", "must be two capital letters")
        require((10...32).contains(settings.bankDigits), "bankDigits", "must be 10 to 32")
        let retries = settings.refundRetryHours ?? []
        require(retries.count <= 10 && retries.allSatisfy { (1...168).contains($0) }, "refundRetryHours", "must be at most 10 of 1 to 168")
        for (role, limit) in settings.refundLimits {
            require(definition.roles[role] != nil, "refundLimits", "\(role) is not among the tenant's roles")
            require((0...1_000_000_000).contains(limit), "refundLimits.\(role)", "must be 0 to 1000000000")
        }
        return problems
    }

    package static let reference: [SettingDescription] = [
        .init("ledger.withdrawalMinimum", "Smallest withdrawal", 0...1_000_000_000, "minor units", usual: 0),
        .init("ledger.withdrawalSettleHours", "How long the bank takes to pay a withdrawal out", 0...720, "hours", usual: 24),
        .init("ledger.bankAccounts", "How banks name the accounts that withdrawals go to: by an IBAN, or as in the United States",
              "`iban`, `aba`", usual: "iban"),
        .init("ledger.bankCountry", "Country of the accounts that withdrawals go to", "ISO 3166, two letters", usual: "SA"),
        .init("ledger.bankDigits", "Digits of such an account number (IBAN) after the country", 10...32, "digits", usual: 22),
        .init("ledger.refundRetryHours", "How long to wait before each further try of a refund that failed", "list of 1 to 168",
              unit: "hours", usual: "10 minutes, 1 hour, 6 hours"),
        .init("ledger.refundLimits", "What holders of a role may refund of one order, in minor units; others with `payments:refund` "
            + "have no limit", "role: amount", usual: "{}"),
    ]
}
