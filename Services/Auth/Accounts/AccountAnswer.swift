import Contracts
import Kernel

/// `user`, as its owner and administrators see it: the common fields, and those the tenant's app adds. What is not known is null.
public struct AccountAnswer: Encodable, Sendable {
    let account: Account
    let standing: Standing
    let fields: [ProfileField]
    let locale: String?
    let timezone: String
    let age: Int?
    /// Nil: ids are texts here.
    let countedID: Int?
    let memberSince: CalendarDate

    init(_ account: Account, standing: Standing, definition: TenantDefinition, now: Timestamp) {
        (self.account, self.standing) = (account, standing)
        fields = ProfileField.shown(by: definition)
        locale = account.locale ?? definition.languages.first
        timezone = account.timezone ?? definition.timezone
        countedID = (try? AuthSettings(definition).countedIDs) == true ? Int(account.id.rawValue) : nil
        let zone = definition.timezone
        memberSince = Age.day(at: account.createdAt, in: zone)
        age = account.dateOfBirth.map { Age.of(bornOn: $0, on: Age.day(at: now, in: zone)) }
    }

    enum Key: String, CodingKey {
        case id, name, email, phone, role, roles, locale, timezone, emailVerified, phoneVerified, createdAt
        case dateOfBirth, age, avatarUrl, activeRole, identityStatus, organizerStatus, uuid, membershipId, memberSince, neighborhoodId
    }

    public func encode(to encoder: any Encoder) throws {
        // `encode` of an optional writes null; `encodeIfPresent` would leave the field out.
        var box = encoder.container(keyedBy: Key.self)
        if let number = countedID { try box.encode(number, forKey: .id) } else { try box.encode(account.id, forKey: .id) }
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
        for field in fields {
            switch field {
            case .dateOfBirth: try box.encode(account.dateOfBirth, forKey: .dateOfBirth)
            case .age: try box.encode(age, forKey: .age)
            case .avatarUrl: try box.encode(account.avatarURL, forKey: .avatarUrl)
            case .activeRole: try box.encode(account.activeRole ?? account.roles.first, forKey: .activeRole)
            case .identityStatus: try box.encode(standing.identity, forKey: .identityStatus)
            case .uuid: try box.encode(account.id, forKey: .uuid)
            case .membershipId: try box.encode(account.membershipID, forKey: .membershipId)
            case .memberSince: try box.encode(memberSince, forKey: .memberSince)
            case .neighborhoodId: try box.encode(account.neighborhoodID, forKey: .neighborhoodId)
            case .organizerStatus: try box.encode(standing.organizer, forKey: .organizerStatus)
            }
        }
    }
}
