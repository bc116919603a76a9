import Contracts
import Kernel

/// `user`, as its owner and administrators see it: the common fields, and those the tenant's app adds. What is not known is null.
public struct AccountAnswer: Encodable, Sendable {
    package let account: Account
    package let settings: AuthSettings?
    let viewer: ProfileField.Viewer
    package let locale: String?
    package let timezone: String
    package let age: Int?
    let memberSince: CalendarDate

    package init(_ account: Account, definition: TenantDefinition, now: Timestamp, to viewer: ProfileField.Viewer = .owner) {
        (self.account, self.viewer) = (account, viewer)
        settings = try? AuthSettings(definition)
        locale = account.locale ?? definition.languages.first
        timezone = account.timezone ?? definition.timezone
        let zone = definition.timezone
        memberSince = Age.day(at: account.createdAt, in: zone)
        age = settings?.birthDate(of: account).map { Age.of(bornOn: $0, on: Age.day(at: now, in: zone)) }
    }

    private enum Key: String, CodingKey {
        case id, name, email, phone, role, roles, locale, timezone, emailVerified, phoneVerified, createdAt
    }
    private struct FieldKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    public func encode(to encoder: any Encoder) throws {
        // `encode` of an optional writes null; `encodeIfPresent` would leave the field out.
        var box = encoder.container(keyedBy: Key.self)
        // Ids are texts unless the tenant counts them.
        if settings?.countedIDs == true, let number = Int(account.id.rawValue) {
            try box.encode(number, forKey: .id)
        } else {
            try box.encode(account.id, forKey: .id)
        }
        try box.encode(account.name, forKey: .name)
        try box.encode(account.email, forKey: .email)
        try box.encode(account.phone, forKey: .phone)
        try box.encode(account.activeRole ?? account.roles.first, forKey: .role)
        try box.encode(account.roles, forKey: .roles)
        try box.encode(locale, forKey: .locale)
        try box.encode(timezone, forKey: .timezone)
        try box.encode(account.emailVerified, forKey: .emailVerified)
        try box.encode(account.phoneVerified, forKey: .phoneVerified)
        try box.encode(account.createdAt.wholeSeconds, forKey: .createdAt)
        var own = encoder.container(keyedBy: FieldKey.self)
        for field in settings?.profile ?? [] where field.seenBy.contains(viewer) {
            let key = FieldKey(stringValue: field.name)
            switch field.fact {
            case .id: try own.encode(account.id, forKey: key)
            case .registrationDay: try own.encode(memberSince, forKey: key)
            case .age: try own.encode(age, forKey: key)
            case .avatar: try own.encode(account.avatarURL, forKey: key)
            case .activeRole: try own.encode(account.activeRole ?? account.roles.first, forKey: key)
            case nil: try own.encode(field.value(of: account) ?? .null, forKey: key)
            }
        }
    }
}
