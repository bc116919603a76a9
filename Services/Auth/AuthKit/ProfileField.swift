import Contracts
import Kernel

/// A field that a tenant's app adds to `user`: an entry of `settings.auth.profile`. How it is written:
/// docs/decisions/0024-profile-fields-of-an-app.md.
public struct ProfileField: Decodable, Equatable, Sendable {
    /// Where the value comes from.
    public enum Kind: String, Decodable, Sendable, CaseIterable {
        /// The person sends it.
        case given
        /// The number of the registration in a pattern, fixed for good.
        case counted
        /// Follows roles that are given by application.
        case applied
        /// Comes with an import or from who reviews the person.
        case reviewed
        /// A fact of the account itself.
        case account
    }
    public enum Viewer: String, Decodable, Sendable, CaseIterable {
        case owner
        /// Who lists and changes accounts (`users:manage`).
        case managers
    }
    public enum Editing: String, Decodable, Sendable, CaseIterable {
        case always, registration, never
    }
    public enum Fact: String, Decodable, Sendable, CaseIterable {
        case id, registrationDay, age, avatar, activeRole
    }
    public enum Erasure: String, Decodable, Sendable, CaseIterable {
        case removed, kept
    }
    /// While another field has a value, this one cannot change, but be said for the first time.
    public struct Lock: Decodable, Equatable, Sendable {
        public let field: String
        public let value: String
        public let message: String
    }

    /// On the wire, in camelCase.
    public let name: String
    public let kind: Kind
    public let seenBy: [Viewer]
    /// Whether the value says something about a person. Such a value never outlives the account.
    public let isPersonal: Bool
    public let erasure: Erasure
    /// Whether other services get it with `auth.user-registered` and `auth.user-updated`.
    public let isPublished: Bool

    // given
    public let rule: ProfileValueRule
    public let isRequired: Bool
    /// Null clears it.
    public let isClearable: Bool
    public let edited: Editing
    /// What is answered until somebody sends a value.
    public let fallback: JSONValue?
    /// The person's date of birth: `age` follows from it, and the catalog judges age limits by it.
    public let isBirthDate: Bool
    public let lock: Lock?
    // counted
    public let number: RegistrationNumbers?
    // applied, reviewed
    /// The first is the state of who has none.
    public let states: [String]
    public let roles: [String]
    public let appliedState: String?
    public let grantedState: String?
    // account
    public let fact: Fact?

    private enum CodingKeys: String, CodingKey {
        case name, kind, seenBy, personal, erased, published, required, clearable, edited, `default`, birthDate, lockedBy, prefix, digitsMin
        case states, roles, applied, granted, fact
    }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: CodingKeys.self)
        func value<T: Decodable>(_ key: CodingKeys, _ fallback: T) throws -> T { try box.decodeIfPresent(T.self, forKey: key) ?? fallback }
        name = try box.decode(String.self, forKey: .name)
        kind = try value(.kind, .given)
        seenBy = try value(.seenBy, Viewer.allCases)
        isPersonal = try value(.personal, true)
        erasure = try value(.erased, .removed)
        isPublished = try value(.published, false)
        rule = try ProfileValueRule(from: decoder)
        isRequired = try value(.required, false)
        isClearable = try value(.clearable, false)
        edited = try value(.edited, .always)
        fallback = try box.decodeIfPresent(Scalar.self, forKey: .default)?.value
        isBirthDate = try value(.birthDate, false)
        lock = try box.decodeIfPresent(Lock.self, forKey: .lockedBy)
        let digits = try box.decodeIfPresent(Int.self, forKey: .digitsMin)
        number = try box.decodeIfPresent(String.self, forKey: .prefix).map { RegistrationNumbers(prefix: $0, digitsMin: digits ?? 5) }
        states = try value(.states, [])
        roles = try value(.roles, [])
        appliedState = try box.decodeIfPresent(String.self, forKey: .applied)
        grantedState = try box.decodeIfPresent(String.self, forKey: .granted)
        fact = try box.decodeIfPresent(Fact.self, forKey: .fact)
    }

    /// A single value, or the empty list.
    private struct Scalar: Decodable {
        let value: JSONValue
        init(from decoder: any Decoder) throws {
            let box = try decoder.singleValueContainer()
            if let flag = try? box.decode(Bool.self) {
                value = .bool(flag)
            } else if let number = try? box.decode(Int.self) {
                value = .int(number)
            } else if let entries = try? box.decode([JSONValue].self), entries.isEmpty {
                value = .array([])
            } else {
                value = .string(try box.decode(String.self))
            }
        }
    }

    package func isGiven(at moment: Moment) -> Bool {
        guard kind == .given else { return false }
        return moment == .registration ? edited != .never : edited == .always
    }
    package enum Moment { case registration, change }

    /// Nobody else may change it now. Throws 409 with a slug of its own (`date-of-birth-locked`).
    package func requireUnlocked(_ account: Account, _ settings: AuthSettings) throws {
        // What is not known yet may be said once.
        guard let lock, account.profile[name] != nil, let holder = settings.profile.first(where: { $0.name == lock.field }) else { return }
        if holder.value(of: account) == .string(lock.value) { throw Rejection.conflict(slug + "-locked", lock.message) }
    }
    /// `date-of-birth` of `dateOfBirth`.
    private var slug: String { name.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined() }

    /// What the account's row says. Facts of the account itself are the answer's.
    package func value(of account: Account) -> JSONValue? {
        switch kind {
        case .given: account.profile[name] ?? fallback
        case .counted: account.profile[name]
        case .applied, .reviewed: account.profile[name] ?? states.first.map { .string($0) }
        case .account: nil
        }
    }
}

/// How a tenant numbers the people who register: prefix, local date of registration, running number over all registrations.
public struct RegistrationNumbers: Decodable, Sendable, Equatable {
    public let prefix: String
    /// Digits of the running number at least.
    public let digitsMin: Int

    public init(prefix: String, digitsMin: Int) { (self.prefix, self.digitsMin) = (prefix, digitsMin) }
    private enum CodingKeys: String, CodingKey { case prefix, digitsMin }
    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: CodingKeys.self)
        prefix = try box.decode(String.self, forKey: .prefix)
        digitsMin = try box.decodeIfPresent(Int.self, forKey: .digitsMin) ?? 5
    }

    /// `CLUB-20251103-00002`
    public func text(number: Int, on day: CalendarDate) -> String {
        let digits = String(number)
        let date = day.description.filter { $0 != "-" }
        return "\(prefix)-\(date)-" + String(repeating: "0", count: max(0, digitsMin - digits.count)) + digits
    }
}
