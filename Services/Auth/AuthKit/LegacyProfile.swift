import Contracts
import Kernel

/// The settings in which a release before `settings.auth.profile` named the fields of the five first apps. Definitions
/// that it applied are in the logs and on `platform.tenants` until their files are applied again; they mean the
/// declarations below.
struct LegacyProfile: Decodable, Sendable {
    let profileFields: [Name]?
    let membershipNumbers: RegistrationNumbers?
    let rolesByApplication: [String]?

    enum Name: String, Decodable, Sendable {
        case dateOfBirth, age, avatarUrl, activeRole, identityStatus, organizerStatus, uuid, membershipId, memberSince, neighborhoodId
    }
    static let settings = ["profileFields", "membershipNumbers", "rolesByApplication"]

    /// Nil: the definition has none of these settings.
    static func declared(in decoder: any Decoder) throws -> LegacyProfile? {
        let read = try LegacyProfile(from: decoder)
        return read.profileFields == nil && read.membershipNumbers == nil && read.rolesByApplication == nil ? nil : read
    }

    func fields(_ definition: TenantDefinition) throws -> [ProfileField] {
        let shown = Set(profileFields ?? [])
        func field(_ name: Name, _ members: [String: JSONValue]) -> JSONValue {
            let seen: JSONValue = shown.contains(name) ? ["owner", "managers"] : []
            return .object(members.merging(["name": .string(name.rawValue), "seenBy": seen]) { own, _ in own })
        }
        // What was imported was kept whether it was shown or not, so these are declared in any case.
        var fields = [
            field(.dateOfBirth, [
                "type": "date", "min": "1900-01-01", "max": "today", "birthDate": true,
                "edited": shown.contains(.dateOfBirth) ? "always" : "never",
                "lockedBy": ["field": "identityStatus", "value": "verified",
                             "message": "Your identity was verified with this date of birth; it cannot be changed."],
            ]),
            field(.identityStatus, ["kind": "reviewed", "states": ["unverified", "pending", "verified", "rejected"]]),
            field(.organizerStatus, [
                "kind": "applied", "roles": .array((rolesByApplication ?? []).map { .string($0) }), "applied": "in-progress",
                "granted": "approved",
                "states": ["not-started", "in-progress", "in-review", "needs-changes", "approved", "rejected", "suspended"],
            ]),
        ]
        let known = try definition.shared(Neighborhoods.self, in: .auth).ids ?? []
        fields.append(field(.neighborhoodId, [
            "type": "integer", "oneOf": .array(known.map { .int($0) }), "message": "is not a neighbourhood of this app", "clearable": true,
            "published": true, "edited": known.isEmpty ? "never" : "always",
        ]))
        if let membershipNumbers {
            fields.append(field(.membershipId, [
                "kind": "counted", "prefix": .string(membershipNumbers.prefix), "digitsMin": .int(membershipNumbers.digitsMin),
                "published": true,
            ]))
        }
        for (name, fact) in [(Name.age, "age"), (.avatarUrl, "avatar"), (.activeRole, "activeRole"), (.uuid, "id"),
            (.memberSince, "registrationDay")]
        where shown.contains(name) { fields.append(field(name, ["kind": "account", "fact": .string(fact)])) }
        if shown.contains(.membershipId), membershipNumbers == nil { fields.append(field(.membershipId, ["edited": "never"])) }
        return try JSONValue.array(fields).decoded()
    }
}
