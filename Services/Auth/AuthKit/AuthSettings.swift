import Contracts
import Kernel
import PasswordHash

/// What a tenant decides about its accounts: `settings.auth` of its definition. Everything has a default.
public struct AuthSettings: Decodable, Sendable {
    public enum Contact: String, Codable, Sendable { case email, phone }

    public static let accessTokenSecondsRange = 60...86_400

    /// Which contacts a person must give; empty: at least one of both.
    public var required: [Contact]
    /// Closed: accounts are made by import only.
    public var registrationOpen: Bool
    public var passwordConfirmationRequired: Bool
    /// Accounts are numbered from 1 instead of having ids of their own kind; `user.id` is a number.
    public var countedIDs: Bool
    /// Everybody has it.
    public var defaultRole: String
    /// What may be asked for at registration.
    public var registrationRoles: [String]
    /// Role → the roles that its holders may give and take if they have `users:manage`. Everyone with that permission
    /// may give the default role.
    public var grantableRoles: [String: [String]]
    /// A change of an unknown user's roles is 404 before the fields of the request are judged.
    public var unknownFirst: Bool
    /// Somebody must always have each of these: the last one who does keeps it.
    public var lastHolders: [String]
    /// Whoever holds one of these cannot erase the account; somebody must settle what hangs on it first.
    public var rolesThatKeepAccount: [String]
    /// Fields that the app adds to `user`.
    public var profile: [ProfileField]
    /// How the fields are named in a definition of an earlier release; nil: `profile` says it.
    private let legacy: LegacyProfile?
    /// What a phone number must look like once it is normalised (a regular expression over all of E.164); nil: any number.
    public var phonePattern: String?
    /// Names of what access tokens carry, see `TokenProfile`.
    public var tokenProfile: [String]
    public var scrypt: Scrypt.Cost
    public var lockout: Lockout.Rule
    public var accessTokenSeconds: Int
    /// A session that is not refreshed for so long ends.
    public var sessionDays: Int
    /// A session ends this long after the sign-in, however often it was refreshed.
    public var sessionDaysMax: Int
    /// The oldest session ends when a person opens one more.
    public var sessionsPerUserMax: Int
    /// Whether a new e-mail address or phone number in the profile needs `currentPassword`, from people who have a password.
    public var contactChangeNeedsPassword: Bool
    public var oneTimeCodes: OneTimeCode.Rule
    /// Sandbox only: phone number → the code it always gets.
    public var fixedCodes: [String: String]

    enum CodingKeys: String, CodingKey {
        case required, registrationOpen, passwordConfirmationRequired, defaultRole, registrationRoles, grantableRoles, rolesThatKeepAccount
        case lastHolders, unknownFirst
        case countedIDs = "countedIds", profile, phonePattern, tokenProfile
        case scrypt, lockout, accessTokenSeconds, sessionDays, sessionDaysMax, sessionsPerUserMax, contactChangeNeedsPassword, oneTimeCodes,
             fixedCodes
    }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: CodingKeys.self)
        func value<T: Decodable>(_ key: CodingKeys, _ fallback: T) throws -> T { try box.decodeIfPresent(T.self, forKey: key) ?? fallback }
        required = try value(.required, [.email])
        registrationOpen = try value(.registrationOpen, true)
        passwordConfirmationRequired = try value(.passwordConfirmationRequired, false)
        countedIDs = try value(.countedIDs, false)
        defaultRole = try value(.defaultRole, "user")
        registrationRoles = try value(.registrationRoles, [defaultRole])
        grantableRoles = try value(.grantableRoles, [:])
        rolesThatKeepAccount = try value(.rolesThatKeepAccount, [])
        lastHolders = try value(.lastHolders, [])
        unknownFirst = try value(.unknownFirst, false)
        profile = try value(.profile, [])
        legacy = box.contains(.profile) ? nil : try LegacyProfile.declared(in: decoder)
        phonePattern = try box.decodeIfPresent(String.self, forKey: .phonePattern)
        tokenProfile = try value(.tokenProfile, [])
        scrypt = try value(.scrypt, .recommended)
        lockout = try value(.lockout, Lockout.Rule())
        accessTokenSeconds = try value(.accessTokenSeconds, 900)
        sessionDays = try value(.sessionDays, 30)
        sessionDaysMax = try value(.sessionDaysMax, max(365, sessionDays))
        sessionsPerUserMax = try value(.sessionsPerUserMax, 100)
        contactChangeNeedsPassword = try value(.contactChangeNeedsPassword, false)
        oneTimeCodes = try value(.oneTimeCodes, OneTimeCode.Rule())
        fixedCodes = try value(.fixedCodes, [:])
    }

    public init(_ definition: TenantDefinition) throws {
        self = try definition.settings(of: ServiceName.auth.rawValue) { definition in
            var settings: AuthSettings = try (definition.settings[ServiceName.auth.rawValue] ?? .object([:])).decoded()
            if let legacy = settings.legacy { settings.profile = try legacy.fields(definition) }
            return settings
        }
    }

    /// Roles that are only applied for: the account starts with the default role.
    package var rolesByApplication: [String] { profile.flatMap(\.roles) }

    /// The roles that a holder of `roles` may give and take. Everyone has the default role, so every user manager may
    /// restore it.
    package func grantable(by roles: [String]) -> (give: Set<String>, take: Set<String>) {
        let named = Set(roles.flatMap { grantableRoles[$0] ?? [] })
        return (named.union([defaultRole]), named)
    }
}
